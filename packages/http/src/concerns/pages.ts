import { parseAddress } from '../address.ts';
import { respondToRead } from '../methods.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { OpenApiVersion } from '../openapi/schemas.ts';
import type { HttpSettings } from '../options.ts';
import type { HttpRequest } from '../request.ts';
import type { ResponseDraft } from '../response.ts';
import type { Concern } from './concern.ts';
import type { Page } from './page.ts';

/** Makes the response with a page. `address` is where the store is mounted; `undefined` if it is not known. */
type PageResponder = (address: string | undefined) => ResponseDraft;

/**
 * Makes the responders of the pages and of the OpenAPI documents. Unless a page is there, `/` redirects to the first HTML page, and
 * `/docs/` to an HTML page at `/docs`.
 */
export function createPages({ pages, deprecatedSince }: HttpSettings): ReadonlyMap<string, PageResponder> {
  const openApiPage = (version: OpenApiVersion, path: string): Page => ({
    path,
    mediaType: 'application/json',
    text: (address) =>
      JSON.stringify(openApiDocument({ version, baseUrl: address && `${address}/v1`, deprecatedSince })),
  });
  const all = [openApiPage('3.0', '/openapi.json'), openApiPage('3.1', '/openapi-3.1.json'), ...pages];
  const byPath = new Map(all.map((page) => [page.path, createPageResponder(page)]));
  const guide = findGuide(pages);
  if (pages.some(isHtml) && !byPath.has('/')) byPath.set('/', (address) => redirectTo(locateFromRoot(guide, address)));
  for (const { path } of pages.filter(isHtml)) {
    // The links of a page are relative to its own path. `..` is right under every mount, also one that is not known.
    const location = `..${path.slice(path.lastIndexOf('/'))}`;
    if (!path.endsWith('/') && !byPath.has(`${path}/`)) byPath.set(`${path}/`, () => redirectTo(location));
  }
  return byPath;
}

export function answerPages(byPath: ReturnType<typeof createPages>, settings: HttpSettings): Concern {
  return {
    respond(request, { outsidePath }) {
      const page = outsidePath === undefined ? undefined : byPath.get(outsidePath);
      return page && respondToRead(request, () => page(findAddress(settings, request)));
    },
  };
}

/** Finds the address at which a client reached the store, without `/v1`; `undefined` if it is not known. */
export function findAddress({ publicUrl, basePath }: HttpSettings, { baseUrl }: HttpRequest): string | undefined {
  return publicUrl ?? parseAddress(baseUrl && `${baseUrl}${basePath}`);
}

/** Returns the path of the page to read first: the first HTML page, else the OpenAPI document. */
export function findGuide(pages: readonly Page[]): string {
  return pages.find(isHtml)?.path ?? '/openapi.json';
}

function isHtml({ mediaType }: Page): boolean {
  return /^text\/html\b/i.test(mediaType);
}

/**
 * The location of a page for a client at the root of the store: `/petstore/docs` if the mount is known, as in Express. Else `./docs`,
 * which is right even if a proxy strips a path.
 */
function locateFromRoot(path: string, address: string | undefined): string {
  const mount = address === undefined ? '' : new URL(address).pathname.replace(/^\/+|\/$/g, ''); // `//a` is another host
  return mount === '' ? `.${path}` : `/${mount}${path}`;
}

function redirectTo(location: string): ResponseDraft {
  const headers = { Location: location, 'Content-Type': 'text/plain; charset=utf-8' };
  return { status: 302, headers, body: `See ${location}` };
}

function createPageResponder({ mediaType, headers, text }: Page): PageResponder {
  const allHeaders = { 'Content-Type': mediaType, ...headers };
  const makeText: (address: string | undefined) => unknown = typeof text === 'string' ? () => text : text; // without types, a caller's function may return anything
  return (address) => ({ status: 200, headers: allHeaders, body: String(makeText(address)) });
}
