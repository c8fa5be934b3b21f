import type { FindAddress } from '../address.ts';
import { createOpenApiPage } from '../openapi/pages.ts';
import type { HttpSettings } from '../options.ts';
import type { ResponseDraft } from '../response.ts';
import type { Concern } from './concern.ts';
import { respondToRead } from './methods.ts';
import type { Page } from './page.ts';

/** Makes the response with a page. `address` is where the store is mounted; `undefined` if it is not known. */
type PageResponder = (address: string | undefined) => ResponseDraft;

/** What answers outside `/v1`, by path. */
type PagesByPath = ReadonlyMap<string | undefined, PageResponder>;

/**
 * Makes the responders of the pages and of the OpenAPI documents. `/` leads to the guide if that is HTML, and `/docs/` to an HTML
 * page at `/docs`. A page at one of these paths takes its place.
 */
export function createPages({ pages, getPetDeprecatedSince }: HttpSettings): PagesByPath {
  const byPath = new Map<string | undefined, PageResponder>([
    ['/openapi.json', createOpenApiPage('3.0', getPetDeprecatedSince)],
    ['/openapi-3.1.json', createOpenApiPage('3.1', getPetDeprecatedSince)],
  ]);
  for (const page of pages) byPath.set(page.path, createPageResponder(page));
  const html = pages.filter(isHtml);
  const [guide] = html;
  if (guide !== undefined && !byPath.has('/'))
    byPath.set('/', (address) => redirectTo(locateFromRoot(guide.path, address)));
  for (const { path } of html) {
    // The links of a page are relative to its own path. `..` is right under every mount, also one that is not known.
    const location = `..${path.slice(path.lastIndexOf('/'))}`;
    if (!path.endsWith('/') && !byPath.has(`${path}/`)) byPath.set(`${path}/`, () => redirectTo(location));
  }
  return byPath;
}

/** Answers the pages outside `/v1`, and the OpenAPI documents. */
export function answerPages(byPath: PagesByPath, findAddress: FindAddress): Concern {
  return {
    respond(request, { outsidePath }) {
      const page = byPath.get(outsidePath);
      return page && respondToRead(request, () => page(findAddress(request)));
    },
  };
}

/** Returns the path of the page to read first: the first HTML page, else the OpenAPI document. */
export function findGuide(pages: readonly Page[]): string {
  return pages.find(isHtml)?.path ?? '/openapi.json';
}

function isHtml({ mediaType }: Page): boolean {
  return /^text\/html\b/i.test(mediaType);
}

/**
 * The location of a page for a client at the root of the store. Known mount (Express): `/petstore/docs`. Unknown: `./docs`, which is
 * also right behind a proxy that strips a path.
 */
function locateFromRoot(path: string, address: string | undefined): string {
  const mount = address === undefined ? '' : new URL(address).pathname.replace(/^\/+|\/$/g, ''); // `//a` is another host
  return mount === '' ? `.${path}` : `/${mount}${path}`;
}

function redirectTo(location: string): ResponseDraft {
  const headers = { Location: location, 'Content-Type': 'text/html; charset=utf-8' };
  return { status: 302, headers, body: `<a href="${location}">${location}</a>` };
}

/** Makes the response of a page. It makes the text again only if the address has changed. */
function createPageResponder({ mediaType, headers, text }: Page): PageResponder {
  const allHeaders = { 'Content-Type': mediaType, ...headers };
  if (typeof text === 'string') return () => ({ status: 200, headers: allHeaders, body: text });
  const makeText: (address: string | undefined) => unknown = text; // without types, a caller's function may return anything
  let last: { readonly address: string | undefined; readonly body: string } | undefined;
  return (address) => {
    if (last === undefined || last.address !== address) last = { address, body: String(makeText(address)) };
    return { status: 200, headers: allHeaders, body: last.body };
  };
}
