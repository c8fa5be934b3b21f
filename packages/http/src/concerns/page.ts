import { strictObject } from '@petstore/core';
import * as z from 'zod/mini';

/** A page outside `/v1`, which needs no key. */
export interface Page {
  /** The path with its slash, such as `/docs`. A page replaces an OpenAPI document or an earlier page at the same path. */
  readonly path: string;
  /** The value of Content-Type, such as `text/html; charset=utf-8`. */
  readonly mediaType: string;
  /** Further header fields by name, such as a Content-Security-Policy; not those that the handler sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The text of the body, or a function that makes it for each request. `address` is where the store is mounted, such as
   * `https://example.com/petstore`; `undefined` if it is not known. Escape it: a client can choose it.
   */
  readonly text: string | ((address: string | undefined) => string);
}

const pathRule = 'must begin with a slash, lie outside /v1, and need no encoding';

/** Matches a path outside `/v1`, of ASCII characters that need no encoding. */
const pagePathPattern = /^\/(?!v1(?:\/|$))[\w.~!$&'()*+,;=:@/-]*$/;

export const pageSchema = strictObject(
  {
    path: z.string({ error: pathRule }).check(z.regex(pagePathPattern)),
    mediaType: z.string(),
    headers: z.optional(z.record(z.string(), z.string())),
    text: z.custom<Page['text']>((text) => typeof text === 'string' || typeof text === 'function', {
      error: 'must be a string or a function',
    }),
  },
  'must be an object',
);
