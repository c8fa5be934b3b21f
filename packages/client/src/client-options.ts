import { anyFunction, integer, maxTimeout, ok, parseOptions, Result } from '@petstore/core';
import { isApiKey, parseAddress } from '@petstore/http';
import * as z from 'zod';

/** What `new Request` takes beside its URL. */
type RequestOptions = ConstructorParameters<typeof Request>[1];

/** Sends a request, as `fetch` of the Fetch standard does. */
export type Fetch = (url: string, options: RequestOptions) => Promise<Response>;

/** Options of `createClient`. */
export interface ClientOptions {
  /** The base address of the interface, such as the `url` of a server that `startServer` started. It ends in `/v1`. */
  readonly baseUrl: string;
  /** The API key: 1 to 4,096 visible ASCII characters. */
  readonly apiKey: string;
  /** How to send a request; the platform's `fetch` by default. `createFetchHandler` makes one without a socket. */
  readonly fetch?: Fetch | undefined;
  /**
   * How long to wait for a complete reply, in milliseconds: an integer from 1 to 2147483647; 30,000 by default. Each retry has
   * the same time again.
   */
  readonly timeout?: number | undefined;
  /**
   * How many times to repeat `listPets` or `getPet`: an integer from 0 to 10; 0 by default. A creation is never repeated.
   *
   * A read is repeated after a transport failure, a timeout, and the statuses 408, 429, 502, 503 and 504. The pause before the
   * first retry is 250 ms. It doubles each time, up to 4 s, and a random part of it, at most half, is left out. It is at least
   * the `Retry-After` of the reply. A `Retry-After` longer than the timeout is not waited for: the error is returned.
   */
  readonly retryReads?: number | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call: it returns a TransportFailure at once. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's timeout. */
  readonly timeout?: number | undefined;
}

const timeoutSchema = integer(1, maxTimeout, ': milliseconds');
const addressRule =
  'must be an absolute http or https URL that ends in /v1, such as http://127.0.0.1:8080/v1, without credentials, query or fragment';

const clientOptionsSchema = z.strictObject({
  baseUrl: z
    .string({ error: addressRule })
    .transform((text) => parseAddress(text) ?? '')
    // Elsewhere every reply may be a 404, which getPet takes for a pet that does not exist.
    .refine((address) => address.endsWith('/v1'), { error: addressRule }),
  apiKey: z.custom<string>(isApiKey, {
    error: 'must be a string of 1 to 4,096 visible ASCII characters without spaces',
  }),
  fetch: anyFunction<Fetch>('must be a function such as the fetch of the platform').optional(),
  timeout: timeoutSchema.default(30_000),
  retryReads: integer(0, 10).default(0),
});

const callOptionsSchema = z.strictObject({
  signal: z.custom<AbortSignal>(isSignal, { error: 'must be an AbortSignal' }).optional(),
  timeout: timeoutSchema.optional(),
});

export type CheckedOptions = ReturnType<typeof parseClientOptions>;

/**
 * Checks the options of a client, and fills in the defaults.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function parseClientOptions(options: ClientOptions) {
  const { fetch, ...others } = parseOptions(clientOptionsSchema, options);
  if (fetch === undefined && typeof globalThis.fetch !== 'function') {
    throw new TypeError('fetch is missing in this environment: pass it as the option fetch.');
  }
  return { ...others, fetch: fetch ?? platformFetch };
}

/** Looked up at each call, so that a library that replaces `fetch` later, such as MSW, is used. */
const platformFetch: Fetch = (url, options) => fetch(url, options);

/**
 * Reads the options of a call. What is no object is no options: `map` passes an index.
 *
 * @returns a sentence if one is wrong or unknown
 */
export function parseCallOptions(options: unknown): Result<CallOptions, string> {
  if (typeof options !== 'object' || options === null) return ok({});
  return Result.fromThrowable(
    () => {
      if (isSignal(options)) throw new TypeError('A signal must be passed as { signal }.');
      return parseOptions(callOptionsSchema, options);
    },
    (thrown) => (thrown instanceof TypeError ? thrown.message : 'The options cannot be read.'),
  )();
}

/** Whether a value of any kind is an AbortSignal, also one of another realm, such as jsdom's. */
function isSignal(value: unknown): value is AbortSignal {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Partial<AbortSignal>;
  const methods = [addEventListener, removeEventListener];
  return typeof aborted === 'boolean' && methods.every((method) => typeof method === 'function');
}
