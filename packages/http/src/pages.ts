import { openApiDocument } from './openapi-document.ts';
import type { OpenApiVersion } from './openapi-schemas.ts';
import type { ReplyDraft } from './reply.ts';

/** Something to read outside `/v1`, without a key, at a path of its own. */
export interface Page {
  /** The path, from its slash on, such as `/docs`. A page replaces an OpenAPI document or an earlier page at its path. */
  readonly path: string;
  /** The value of Content-Type, such as `text/html; charset=utf-8`. */
  readonly mediaType: string;
  /** More header fields by name, such as a Content-Security-Policy; not those that the handler sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The text of the body, or a function that makes it when it is requested. It is called again if the address has changed.
   * `address` is where the store is mounted, such as `https://example.com/petstore`, or `undefined` if that is not known. A client
   * can choose it: escape it.
   */
  readonly text: string | ((address: string | undefined) => string);
}

/** Makes the reply with a page. `address` is where the store is mounted, if it is known. */
type PageReply = (address: string | undefined) => ReplyDraft;

/** What is served outside `/v1`, by its path. */
export interface Pages {
  /** The path of the page that a person reads first: the first one that is HTML, else the OpenAPI document. */
  readonly guide: string;
  find(path: string): PageReply | undefined;
}

/**
 * Makes the lookup of pages by path. It has the OpenAPI documents too, unless a page has their path. `/` leads to the guide if
 * the guide is HTML, unless a page has the path `/`.
 *
 * @throws TypeError for a page that cannot be served, naming what is wrong
 */
export function createPages(pages: readonly Page[], getPetDeprecatedSince?: Date): Pages {
  const replies = new Map<string, PageReply>([
    ['/openapi.json', openApiPage('3.0', getPetDeprecatedSince)],
    ['/openapi-3.1.json', openApiPage('3.1', getPetDeprecatedSince)],
  ]);
  for (const page of pages) replies.set(...pageAt(page));
  const html = pages.find(({ mediaType }) => /^text\/html\b/i.test(mediaType))?.path;
  if (html !== undefined && !replies.has('/')) replies.set('/', (address) => redirectTo(html, address));
  return { guide: html ?? '/openapi.json', find: (path) => replies.get(path) };
}

/** Stands in the text of a document for the base address of the interface. No other part of the document has this text. */
const anyServer = '{base address}';

/**
 * Serves a version of the OpenAPI document. The address of its server is filled in for each reply, because clients reach one
 * store under several names. If it is not known, the server is `./v1`, beside the document.
 */
function openApiPage(version: OpenApiVersion, getPetDeprecatedSince: Date | undefined): PageReply {
  const make = (serverUrl?: string) => JSON.stringify(openApiDocument({ version, serverUrl, getPetDeprecatedSince }));
  let text: string | undefined; // to make it takes milliseconds
  return (address) => {
    if (address === undefined) return { status: 200, body: make() };
    text ??= make(anyServer);
    return { status: 200, body: text.replaceAll(anyServer, () => `${address}/v1`) };
  };
}

/**
 * Redirects to a page of the store. For the mount `/petstore` without a slash, Express passes on `/`, but the browser would take
 * `./docs` for `/docs`, outside the mount. If no mount is known, a proxy may still have cut one off: then `./docs` is right.
 */
function redirectTo(path: string, address: string | undefined): ReplyDraft {
  const mount = address === undefined ? '' : new URL(address).pathname.replace(/^\/+|\/$/g, ''); // `//a` is another host
  const location = mount === '' ? `.${path}` : `/${mount}${path}`;
  const headers = { Location: location, 'Content-Type': 'text/html; charset=utf-8' };
  return { status: 302, headers, body: `<a href="${location}">${path}</a>` };
}

/** Checks a page, and makes its entry of the map. */
function pageAt(page: Page): readonly [path: string, reply: PageReply] {
  const { path = '', mediaType, headers, text } = (page as Partial<Page> | null) ?? {};
  if (typeof path !== 'string' || !isPath.test(path)) {
    throw new TypeError(`pages: the path "${path}" must begin with a slash, lie outside /v1, and need no encoding.`);
  }
  if (typeof mediaType !== 'string') throw new TypeError(`pages: the media type of ${path} must be a string.`);
  if (typeof text !== 'string' && typeof text !== 'function') {
    throw new TypeError(`pages: the text of ${path} must be a string or a function.`);
  }
  const allHeaders = { 'Content-Type': mediaType, ...headers };
  // Not by `new Headers`, which loads the fetch of Node: that takes a tenth of the command's start.
  for (const [name, value] of Object.entries(allHeaders)) {
    if (isHeaderName.test(name) && isHeaderValue.test(value)) continue;
    throw new TypeError(`pages: no reply can carry the header "${name}: ${value}" of ${path}.`);
  }

  if (typeof text === 'string') return [path, () => ({ status: 200, headers: allHeaders, body: text })];
  const makeText: (address: string | undefined) => unknown = text; // without types, it may return anything
  let last: { readonly address: string | undefined; readonly body: string } | undefined;
  const reply: PageReply = (address) => {
    if (last === undefined || last.address !== address) last = { address, body: String(makeText(address)) };
    return { status: 200, headers: allHeaders, body: last.body };
  };
  return [path, reply];
}

const isHeaderName = /^[\w!#$%&'*+.^`|~-]+$/;
const isHeaderValue = /^[\t\x20-\x7e]+$/;

/** A path outside `/v1`, of ASCII characters that need no encoding. */
const isPath = /^\/(?!v1(?:\/|$))[\w.~!$&'()*+,;=:@/-]*$/;
