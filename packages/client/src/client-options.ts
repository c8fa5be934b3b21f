import {
  anyFunction,
  integer,
  isAbortSignal,
  maxTimeout,
  ok,
  parseOptions,
  Result,
  strictObject,
} from '@petstore/core';
import { apiKeyRule, isApiKey, parseAddress } from '@petstore/http';
import * as z from 'zod/mini';

/** Sends a request, as `fetch` of the Fetch standard does. */
export type Fetch = (url: string, options: ConstructorParameters<typeof Request>[1]) => Promise<Response>;

/** Options of `createClient`. */
export interface ClientOptions {
  /** The base address of the interface, such as the `url` of a server that `startServer` started. It ends in `/v1`. */
  readonly baseUrl: string;
  /** The API key: one of `apiKeys` of the server. */
  readonly apiKey: string;
  /** Sends a request; the platform's `fetch` by default. `createFetchHandler` makes one that needs no socket. */
  readonly fetch?: Fetch | undefined;
  /** How long to wait for a complete response, in milliseconds: an integer from 1 to 2147483647; 30,000 by default. */
  readonly timeout?: number | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call: it returns a TransportFailure at once. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the timeout of the client. */
  readonly timeout?: number | undefined;
}

const timeoutSchema = integer(1, maxTimeout, ': milliseconds');
const addressRule =
  'must be an absolute http or https URL that ends in /v1, such as http://127.0.0.1:8080/v1, without credentials, query or fragment';

const clientOptionsSchema = strictObject({
  baseUrl: z
    .pipe(
      z.string({ error: addressRule }),
      z.transform((text: string) => parseAddress(text) ?? ''),
    )
    // At another path every response may be a 404. getPet would take it for a pet that does not exist.
    .check(z.refine((address) => address.endsWith('/v1'), { error: addressRule })),
  apiKey: z.custom<string>(isApiKey, { error: `must be a string of ${apiKeyRule}` }),
  fetch: z.optional(anyFunction<Fetch>('must be a function such as the fetch of the platform')),
  timeout: z._default(timeoutSchema, 30_000),
});

const callOptionsSchema = strictObject({
  signal: z.optional(z.custom<AbortSignal>(isAbortSignal, { error: 'must be an AbortSignal' })),
  timeout: z.optional(timeoutSchema),
});

export type CheckedOptions = ReturnType<typeof parseClientOptions>;

/** Checks the options of a client as `createClient` promises, and fills in the defaults. */
export function parseClientOptions(options: ClientOptions) {
  const { fetch, ...others } = parseOptions(clientOptionsSchema, options);
  if (fetch === undefined && typeof globalThis.fetch !== 'function') {
    throw new TypeError('fetch is missing in this environment: pass it as the option fetch.');
  }
  return { ...others, fetch: fetch ?? platformFetch };
}

/** Looks `fetch` up at each call: a library such as MSW may replace it. */
const platformFetch: Fetch = (url, options) => fetch(url, options);

/**
 * Parses the options of a call. An Err is a sentence about what is wrong. Ignores anything but an object:
 * `pets.map(client.createPet)` passes an index.
 */
export function parseCallOptions(options: unknown): Result<CallOptions, string> {
  if (typeof options !== 'object' || options === null) return ok({});
  return Result.fromThrowable(
    () => parseOptions(callOptionsSchema, options),
    (thrown) => (thrown instanceof TypeError ? thrown.message : 'The options cannot be read.'),
  )();
}
