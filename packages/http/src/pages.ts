import * as z from 'zod';
import { isHeaderName, isHeaderValue } from './header-field.ts';
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

const pathRule = 'must begin with a slash, lie outside /v1, and need no encoding';

/** A path outside `/v1`, of ASCII characters that need no encoding. */
const isPath = /^\/(?!v1(?:\/|$))[\w.~!$&'()*+,;=:@/-]*$/;

/** The schema of a {@link Page}. It does not use `new Headers`, which would load the fetch of Node when the command starts. */
export const pageSchema = z.strictObject({
  path: z.string({ error: pathRule }).regex(isPath, { error: pathRule }),
  mediaType: z.string().regex(isHeaderValue, { error: 'must be a value that a Content-Type can have' }),
  headers: z
    .record(z.string(), z.string())
    .check(({ value, issues }) => {
      for (const [name, text] of Object.entries(value)) {
        if (isHeaderName.test(name) && isHeaderValue.test(text)) continue;
        issues.push({ code: 'custom', input: text, path: [name], message: 'is not a header that a reply can carry' });
      }
    })
    .optional(),
  text: z.custom<Page['text']>((text) => typeof text === 'string' || typeof text === 'function', {
    error: 'must be a string or a function',
  }),
});

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
 * Redirects to a page of the store. Express strips `/petstore`, so `./docs`
 * would resolve outside the mount: the path is absolute. If no mount is known, a proxy may have cut one off: `./docs` is right.
 */
function redirectTo(path: string, address: string | undefined): ReplyDraft {
  const mount = address === undefined ? '' : new URL(address).pathname.replace(/^\/+|\/$/g, ''); // `//a` is another host
  const location = mount === '' ? `.${path}` : `/${mount}${path}`;
  const headers = { Location: location, 'Content-Type': 'text/html; charset=utf-8' };
  return { status: 302, headers, body: `<a href="${location}">${path}</a>` };
}

/** Makes the entry of a page in the map. */
function pageAt({ path, mediaType, headers, text }: Page): readonly [path: string, reply: PageReply] {
  const allHeaders = { 'Content-Type': mediaType, ...headers };
  if (typeof text === 'string') return [path, () => ({ status: 200, headers: allHeaders, body: text })];
  const makeText: (address: string | undefined) => unknown = text; // without types, it may return anything
  let last: { readonly address: string | undefined; readonly body: string } | undefined;
  const reply: PageReply = (address) => {
    if (last === undefined || last.address !== address) last = { address, body: String(makeText(address)) };
    return { status: 200, headers: allHeaders, body: last.body };
  };
  return [path, reply];
}
