import { validate } from '@petstore/core/internal';
import * as z from 'zod';
import { isHeaderName, isHeaderValue } from './header-field.ts';
import { openApiDocument, type OpenApiDocument } from './openapi-document.ts';
import type { OpenApiVersion } from './openapi-schemas.ts';
import type { ReplyDraft } from './reply.ts';

/** Something to read outside `/v1`, without a key, at a path of its own. */
export interface Page {
  /** The path, from its slash on, such as `/docs`. A page replaces an OpenAPI document or an earlier page at its path. */
  readonly path: string;
  /** The value of Content-Type, in printable ASCII, such as `text/html; charset=utf-8`. */
  readonly mediaType: string;
  /** More header fields by name, such as a Content-Security-Policy; not those that the handler sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The text of the body, or a function that makes it when it is first requested. */
  readonly text: string | (() => string);
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
 * Finds the pages by their paths, and the OpenAPI documents unless a page has their path. `/` leads to the guide if that is
 * HTML, unless a page has that path.
 *
 * @throws TypeError for a page that cannot be served, naming what is wrong
 */
export function createPages(pages: readonly Page[]): Pages {
  const checked = validate(pagesSchema, pages, 'pages');
  if (checked.isErr()) throw new TypeError(checked.error.message);

  const html = pages.find(({ mediaType }) => /^text\/html\b/i.test(mediaType))?.path;
  const replies = new Map(openApiPages);
  if (html !== undefined) replies.set('/', (address) => redirectTo(html, address));
  for (const page of pages) replies.set(page.path, pageReply(page));
  return { guide: html ?? '/openapi.json', find: (path) => replies.get(path) };
}

const isPath = /^\/(?!v1(?:\/|$))[\w.~!$&'()*+,;=:@/-]*$/;

/** The headers that a page may not set: the handler and its adapters do. */
const reserved = [
  ...['content-type', 'content-length', 'transfer-encoding', 'trailer', 'connection'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
];

const matching = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });
const headerName = matching(isHeaderName, '').refine((name) => !reserved.includes(name.toLowerCase()));
const headerValue = matching(isHeaderValue, 'must be printable ASCII');

const pagesSchema = z.array(
  z.object(
    {
      path: matching(isPath, 'must begin with a slash, lie outside /v1, and be of ASCII that needs no encoding'),
      mediaType: matching(isHeaderValue, 'must be printable ASCII, such as text/html; charset=utf-8'),
      headers: z
        .record(headerName, headerValue, {
          error: ({ code }) =>
            code === 'invalid_key' ? 'must be a field that the handler does not set' : 'must be an object',
        })
        .optional(),
      text: z.custom(
        (text) => typeof text === 'string' || typeof text === 'function',
        'must be a string or a function',
      ),
    },
    { error: 'must be a page' },
  ),
  { error: 'must be a list of pages, such as docsPages() returns' },
);

/** The OpenAPI documents by their paths. */
const openApiPages: readonly (readonly [path: string, reply: PageReply])[] = [
  ['/openapi.json', openApiPage('3.0')],
  ['/openapi-3.1.json', openApiPage('3.1')],
];

/**
 * Serves a version of the OpenAPI document. The address of its server is made for each reply, because clients reach one
 * store under several names; without one, the server is `./v1`, beside the document.
 */
function openApiPage(version: OpenApiVersion): PageReply {
  let document: OpenApiDocument | undefined; // to make one takes milliseconds
  return (address) => {
    document ??= openApiDocument({ version });
    const servers = address === undefined ? document.servers : [{ url: `${address}/v1` }];
    return { status: 200, body: JSON.stringify({ ...document, servers }) };
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

function pageReply({ mediaType, headers, text }: Page): PageReply {
  const makeText: () => unknown = typeof text === 'function' ? text : () => text; // without types, it may return anything
  let body: string | undefined;
  return () => {
    body ??= String(makeText());
    return { status: 200, headers: { 'Content-Type': mediaType, ...headers }, body };
  };
}
