import * as z from 'zod';
import { tokenPattern, headerValuePattern } from '../header-field.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { OpenApiVersion } from '../openapi/schemas.ts';
import type { ResponseDraft } from '../response.ts';

/** A page outside `/v1`, which needs no key. */
export interface Page {
  /** The path with its slash, such as `/docs`. A page replaces an OpenAPI document or an earlier page at the same path. */
  readonly path: string;
  /** The value of Content-Type, such as `text/html; charset=utf-8`. */
  readonly mediaType: string;
  /** Further header fields by name, such as a Content-Security-Policy; not those that the handler sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The text of the body, or a function that makes it at the first request. The function is called again if the address has
   * changed. `address` is where the store is mounted, such as `https://example.com/petstore`; `undefined` if it is not known.
   * Escape it: a client can choose it.
   */
  readonly text: string | ((address: string | undefined) => string);
}

const pathRule = 'must begin with a slash, lie outside /v1, and need no encoding';

/** Matches a path outside `/v1`, of ASCII characters that need no encoding. */
const pagePathPattern = /^\/(?!v1(?:\/|$))[\w.~!$&'()*+,;=:@/-]*$/;

/** The schema of a `Page`. It does not use `new Headers`, which would load Node's fetch when the command starts. */
export const pageSchema = z.strictObject({
  path: z.string({ error: pathRule }).regex(pagePathPattern),
  mediaType: z.string().regex(headerValuePattern, { error: 'must be a value that a Content-Type can have' }),
  headers: z
    .record(z.string(), z.string())
    .check(({ value, issues }) => {
      for (const [name, text] of Object.entries(value)) {
        if (tokenPattern.test(name) && headerValuePattern.test(text)) continue;
        issues.push({ code: 'custom', input: text, path: [name], message: 'is not a header that a reply can carry' });
      }
    })
    .optional(),
  text: z.custom<Page['text']>((text) => typeof text === 'string' || typeof text === 'function', {
    error: 'must be a string or a function',
  }),
});

/** Makes the response with a page. `address` is where the store is mounted; `undefined` if it is not known. */
type PageResponder = (address: string | undefined) => ResponseDraft;

/** The pages outside `/v1` by path. */
export interface Pages {
  /** The path of the page to read first: the first HTML page, else the OpenAPI document. */
  readonly guide: string;
  find(path: string): PageResponder | undefined;
}

/**
 * Makes the lookup of pages by path. It includes the OpenAPI documents. `/` leads to the guide if that is HTML, and `/docs/` to an
 * HTML page at `/docs`. A page at one of these paths takes its place.
 */
export function createPages(pages: readonly Page[], getPetDeprecatedSince?: Date): Pages {
  const byPath = new Map<string, PageResponder>([
    ['/openapi.json', createOpenApiPage('3.0', getPetDeprecatedSince)],
    ['/openapi-3.1.json', createOpenApiPage('3.1', getPetDeprecatedSince)],
  ]);
  for (const page of pages) byPath.set(page.path, createPageResponse(page));
  const html = pages.filter(({ mediaType }) => /^text\/html\b/i.test(mediaType)).map(({ path }) => path);
  const [guide] = html;
  if (guide !== undefined && !byPath.has('/')) byPath.set('/', (address) => redirectTo(locateFromRoot(guide, address)));
  for (const path of html) {
    // The links of a page are relative to its own path. `..` is right under every mount, also one that is not known.
    const location = `..${path.slice(path.lastIndexOf('/'))}`;
    if (!path.endsWith('/') && !byPath.has(`${path}/`)) byPath.set(`${path}/`, () => redirectTo(location));
  }
  return { guide: guide ?? '/openapi.json', find: (path) => byPath.get(path) };
}

/** Stands for the base address of the interface in the text of a document. It occurs nowhere else there. */
const serverPlaceholder = '{base address}';

/**
 * Makes the page with a version of the OpenAPI document. Each response names the address by which its client reached the store; if
 * that is not known, `./v1`, beside the document.
 */
function createOpenApiPage(version: OpenApiVersion, getPetDeprecatedSince: Date | undefined): PageResponder {
  const make = (serverUrl?: string) => JSON.stringify(openApiDocument({ version, serverUrl, getPetDeprecatedSince }));
  let text: string | undefined; // kept, because making it takes milliseconds
  return (address) => {
    if (address === undefined) return { status: 200, body: make() };
    text ??= make(serverPlaceholder);
    return { status: 200, body: text.replaceAll(serverPlaceholder, () => `${address}/v1`) };
  };
}

/**
 * The location of a page for a client at the root of the store. Express strips the mount `/petstore`, so `./docs` would resolve
 * outside it: with a known mount the location is absolute. Without one it is `./docs`, because a proxy may have stripped a mount.
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
function createPageResponse({ mediaType, headers, text }: Page): PageResponder {
  const allHeaders = { 'Content-Type': mediaType, ...headers };
  if (typeof text === 'string') return () => ({ status: 200, headers: allHeaders, body: text });
  const makeText: (address: string | undefined) => unknown = text; // without types, a caller's function may return anything
  let last: { readonly address: string | undefined; readonly body: string } | undefined;
  return (address) => {
    if (last === undefined || last.address !== address) last = { address, body: String(makeText(address)) };
    return { status: 200, headers: allHeaders, body: last.body };
  };
}
