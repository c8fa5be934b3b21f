import { anyFunction, strictObject, type PetStore } from '@petstore/core';
import * as z from 'zod/mini';
import { apiKeysSchema, type ApiKeys } from './concerns/authentication.ts';
import { operations } from './operations/operations.ts';
import { pageSchema, type Page } from './concerns/page.ts';
import type { RequestLog } from './concerns/request-log.ts';
import { parseAddress } from './address.ts';
import { generateApiKey } from './keys/api-key.ts';

/** Options of a handler: what is served, and how. */
export interface HttpOptions {
  /** The pet store to serve. The caller closes its storage. Without one, `petstore-kit` serves a new one, in memory. */
  readonly store?: PetStore | undefined;
  /**
   * The valid API keys, of 1 to 4,096 visible ASCII characters each: a list, or a function that accepts a key by returning `true`,
   * or a promise of it. If the function throws or rejects, the response is a 500. By default one new key.
   */
  readonly apiKeys?: ApiKeys | undefined;
  /** The max length of a request body in bytes; 65,536 by default. */
  readonly maxBodyBytes?: number | undefined;
  /** Whether pages of other origins may call the store (CORS); true by default. */
  readonly cors?: boolean | undefined;
  /** When `getPet` was deprecated, for its Deprecation header (RFC 9745). By default that header is not sent. */
  readonly deprecatedSince?: { readonly getPet?: Date | undefined } | undefined;
  /** Pages to serve outside `/v1` beside the OpenAPI documents. They need no key. None by default. */
  readonly pages?: readonly Page[] | undefined;
  /**
   * The address at which clients reach the store, without `/v1`, such as `https://pets.example/petstore`. The OpenAPI document
   * names it. By default it is derived from each request. Set it behind a proxy that changes the scheme, the host or the path.
   */
  readonly publicUrl?: string | undefined;
  /**
   * The path before `/v1`, such as `/api/petstore`. Set it if the server that mounts the store leaves that path in the requests.
   * The pages and the OpenAPI documents are below it too. None by default.
   */
  readonly basePath?: string | undefined;
  /** Called once per response, to log it. By default, the cause of a 500 or a 503 goes to `console.error`. */
  readonly onRequest?: ((log: RequestLog) => void) | undefined;
}

const maxBodyBytesRule = 'must be a positive integer: the max length of a request body in bytes';
const publicUrlRule =
  'must be an absolute http or https URL such as https://pets.example, without /v1, credentials, query or fragment';
const basePathRule =
  'must be the path before /v1, such as /api/petstore: ASCII that needs no encoding, no `.` or `..` as a part, and no slash at its end';
const basePathPattern = /^(?:\/(?!\.\.?(?:\/|$))[\w.~!$&'()*+,;=:@-]+)*$/;

/** The schema of `HttpOptions`, with the defaults. It requires a store. Adapters extend it by their own options. */
export const httpOptionsSchema = strictObject({
  // It may be a store of another copy of this package.
  store: z.custom<PetStore>(
    (store?: Partial<PetStore> | null) => operations.every(({ name }) => typeof store?.[name] === 'function'),
    { error: 'must be a PetStore, such as createPetStore(…) returns' },
  ),
  apiKeys: z._default(apiKeysSchema, () => [generateApiKey()]),
  maxBodyBytes: z._default(z.int({ error: maxBodyBytesRule }).check(z.minimum(1)), 65_536),
  cors: z._default(z.boolean(), true),
  deprecatedSince: z.optional(strictObject({ getPet: z.optional(z.date()) }, 'must be an object')),
  pages: z._default(z.array(pageSchema, { error: 'must be a list of pages, such as docsPages() returns' }), []),
  publicUrl: z.optional(
    z.pipe(
      z.string({ error: publicUrlRule }).check(z.refine((text) => parseAddress(text)?.endsWith('/v1') === false)),
      z.transform((text: string) => parseAddress(text)),
    ),
  ),
  basePath: z._default(
    z.string({ error: basePathRule }).check(z.refine((path) => basePathPattern.test(path) && !path.endsWith('/v1'))),
    '',
  ),
  onRequest: z.optional(anyFunction<(log: RequestLog) => void>()),
});

/** Options that were checked, with the defaults. */
export type HttpSettings = z.output<typeof httpOptionsSchema>;
