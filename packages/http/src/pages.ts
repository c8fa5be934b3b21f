import { isHeaderName, isHeaderValue } from './header-field.ts';
import { openApiPages, type PageReply } from './openapi-pages.ts';
import type { Reply } from './reply.ts';

/** Something to read outside `/v1`, without a key, at a path of its own. */
export interface Page {
  /** The path, from its slash on, such as `/docs`; a page takes the place of an OpenAPI document at its path. */
  readonly path: string;
  /** The value of Content-Type, in printable ASCII, such as `text/html; charset=utf-8`. */
  readonly mediaType: string;
  /** More header fields by name, such as a Content-Security-Policy; not those that the handler sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The text of the body, or a function that makes it when it is first requested. */
  readonly text: string | (() => string);
}

/** What is served outside `/v1`, by its path. */
export interface Pages {
  /** The path of the page that a person reads first: the first one that is HTML, else the OpenAPI document. */
  readonly guide: string;
  find(path: string): PageReply | undefined;
}

/**
 * Finds the pages by their paths, and the OpenAPI documents unless a page has their path. `/` leads to the guide if that is
 * HTML, unless a page has that path.
 *
 * @throws TypeError for a page that cannot be served, naming what is wrong
 */
export function createPages(pages: readonly Page[]): Pages {
  const replies = new Map<string, PageReply>();
  for (const page of pages) {
    const error = errorOf(page);
    if (error !== undefined) throw new TypeError(`pages: ${error}`);
    if (replies.has(page.path)) throw new TypeError(`pages: two pages have the path ${page.path}.`);
    replies.set(page.path, pageReply(page));
  }

  const html = pages.find(({ mediaType }) => /^text\/html\b/i.test(mediaType))?.path;
  const defaults = new Map(openApiPages);
  if (html !== undefined) defaults.set('/', (address) => redirectTo(html, address));
  return { guide: html ?? '/openapi.json', find: (path) => replies.get(path) ?? defaults.get(path) };
}

/**
 * Redirects to a page of the store. For the mount `/petstore` without a slash, Express passes on `/`, but the browser would take
 * `./docs` for `/docs`, outside the mount. If no mount is known, a proxy may still have cut one off: then `./docs` is right.
 */
function redirectTo(path: string, address: string | undefined): Reply {
  const mount = address === undefined ? '' : new URL(address).pathname.replace(/^\/+|\/$/g, ''); // `//a` is another host
  const [location, type] = [mount === '' ? `.${path}` : `/${mount}${path}`, 'text/html; charset=utf-8'];
  return {
    status: 302,
    headers: { Location: location, 'Content-Type': type },
    body: `<a href="${location}">${path}</a>`,
  };
}

const isPath = /^\/(?!v1(?:\/|$))[\w.~!$&'()*+,;=:@/-]*$/;

/** The headers that a page may not set: the handler and its adapters do. */
const reserved = [
  ...['content-type', 'content-length', 'transfer-encoding', 'trailer', 'connection'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
];

/** Checks a page, also one of a caller without types. */
function errorOf(page: Partial<Record<keyof Page, unknown>> | null | undefined): string | undefined {
  const { path, mediaType, headers = {}, text } = page ?? {};
  if (typeof path !== 'string' || !isPath.test(path)) {
    return 'a path must begin with a slash, lie outside /v1, and be of ASCII that needs no encoding.';
  }
  if (typeof mediaType !== 'string' || !isHeaderValue.test(mediaType)) {
    return `${path} must have a mediaType of printable ASCII, such as text/html; charset=utf-8.`;
  }
  if (typeof text !== 'string' && typeof text !== 'function') return `${path} must have a text.`;
  if (typeof headers !== 'object' || headers === null) return `${path} must have headers that are an object, or none.`;
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName.test(name) || typeof value !== 'string' || !isHeaderValue.test(value)) {
      return `${path}: the header "${name}" must be a token, its value a string of printable ASCII.`;
    }
    if (reserved.includes(name.toLowerCase())) return `${path} must not set the header ${name}: the handler does.`;
  }
  return undefined;
}

function pageReply({ mediaType, headers, text }: Page): PageReply {
  const makeText: () => unknown = typeof text === 'function' ? text : () => text; // without types, it may return anything
  let body: string | undefined;
  return () => {
    body ??= String(makeText());
    return { status: 200, headers: { 'Content-Type': mediaType, ...headers }, body };
  };
}
