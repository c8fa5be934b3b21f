import { anyFunction, type PetStore } from '@petstore/core';
import * as z from 'zod';
import { apiKeysSchema, type ApiKeys } from './authentication.ts';
import { operations } from './operations/operations.ts';
import { pageSchema, type Page } from './pages.ts';
import type { RequestLog } from './request-log.ts';
import { parseAddress } from './address.ts';

/** What is served, and how. */
export interface HttpOptions {
  /** The pet store, such as `createPetStore(…)` returns. */
  readonly store: PetStore;
  /** The API keys that open it: a list of them, or a function that decides about each key. */
  readonly apiKeys: ApiKeys;
  /** The most bytes that a request body may have; 65,536 by default. */
  readonly maxBodyBytes?: number | undefined;
  /** Whether pages of other origins may call (CORS); true by default. */
  readonly cors?: boolean | undefined;
  /** When `getPet` was deprecated, for its Deprecation header (RFC 9745); without it, no such header is sent. */
  readonly getPetDeprecatedSince?: Date | undefined;
  /** Pages to serve outside `/v1`, without a key, beside the OpenAPI documents; none by default. */
  readonly pages?: readonly Page[] | undefined;
  /**
   * The address at which clients reach the store, without `/v1`, such as `https://pets.example/petstore`. The OpenAPI
   * document names it. By default it is derived from each request. Set it behind a proxy that changes scheme, host or path.
   */
  readonly publicUrl?: string | undefined;
  /**
   * The path before `/v1`, such as `/api/petstore`, if the server that the store is mounted in leaves it in the request; none
   * by default. The pages and the OpenAPI documents are below it too.
   */
  readonly basePath?: string | undefined;
  /** Called once for each reply, to log it. Without it, what failed behind a 500 or a 503 goes to `console.error`. */
  readonly onRequest?: ((log: RequestLog) => void) | undefined;
}

const positive = 'must be a positive integer: the most bytes that a request body may have';
const publicUrlRule =
  'must be an absolute http or https URL such as https://pets.example, without /v1, credentials, query or fragment';
const basePathRule =
  'must be the path before /v1, such as /api/petstore: ASCII that needs no encoding, and no slash at its end';
const isBasePath = /^(?:\/[\w.~!$&'()*+,;=:@-]+)*$/;

/** The schema of {@link HttpOptions}, to which an adapter adds options of its own. It fills in the defaults. */
export const httpOptionsSchema = z.strictObject({
  store: z.custom<PetStore>(isPetStore, { error: 'must be a PetStore, such as createPetStore(…) returns' }),
  apiKeys: apiKeysSchema,
  maxBodyBytes: z.int({ error: positive }).min(1, { error: positive }).default(65_536),
  cors: z.boolean().default(true),
  getPetDeprecatedSince: z.date().optional(),
  pages: z.array(pageSchema, { error: 'must be a list of pages, such as docsPages() returns' }).default([]),
  publicUrl: z
    .string({ error: publicUrlRule })
    .refine((text) => parseAddress(text)?.endsWith('/v1') === false, { error: publicUrlRule })
    .transform(parseAddress)
    .optional(),
  basePath: z
    .string({ error: basePathRule })
    .refine((path) => isBasePath.test(path) && !path.endsWith('/v1'), { error: basePathRule })
    .default(''),
  onRequest: anyFunction<(log: RequestLog) => void>().optional(),
});

/** A store may be of another copy of this package. */
function isPetStore(value: unknown): boolean {
  return operations.every(({ name }) => typeof (value as PetStore | null | undefined)?.[name] === 'function');
}
