import type { ApiKeyGate } from '@petstore/core';
import type { Page } from './pages.ts';
import type { RequestRecord } from './request-record.ts';

/** How the interface is served. Everything has a default. */
export interface HttpOptions {
  /** The most bytes that a request body may have; 65,536 by default. */
  readonly maxBodyBytes?: number | undefined;
  /** Whether pages of other origins may call (CORS); true by default. */
  readonly cors?: boolean | undefined;
  /** When `getPet` was deprecated, for its Deprecation header (RFC 9745); without it, no such header is sent. */
  readonly getPetDeprecatedSince?: Date | undefined;
  /** What to serve to readers outside `/v1`, without a key, beside `/openapi.json`; nothing by default. */
  readonly pages?: readonly Page[] | undefined;
  /** Called once a reply is made, to log it. Without it, failures of the inside go to `console.error`. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
}

/** The options with their defaults. */
export interface CheckedOptions {
  readonly maxBodyBytes: number;
  readonly cors: boolean;
  readonly getPetDeprecatedSince: Date | undefined;
  readonly pages: readonly Page[];
  /** To be told of every reply where there is a hook, else of those alone that have a failure. */
  readonly onRequest: (record: Omit<RequestRecord, 'id'>) => void;
}

/**
 * Fills in the defaults.
 *
 * @throws TypeError for a wrong option, naming it
 */
export function checkOptions(gate: ApiKeyGate, options: HttpOptions): CheckedOptions {
  const { maxBodyBytes = 65_536, cors = true, getPetDeprecatedSince, pages = [], onRequest } = options;
  if (typeof (gate as Partial<ApiKeyGate> | null | undefined)?.authenticate !== 'function') {
    throw new TypeError('gate must be an ApiKeyGate, such as requireApiKey(store, keys) gives.');
  }
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1) {
    throw new TypeError('maxBodyBytes must be a positive integer: the most bytes that a request body may have.');
  }
  if (!Array.isArray(pages)) throw new TypeError('pages must be a list of pages.');
  if (typeof cors !== 'boolean') throw new TypeError('cors must be true or false.');
  if (onRequest !== undefined && typeof onRequest !== 'function') throw new TypeError('onRequest must be a function.');
  return {
    maxBodyBytes,
    cors,
    getPetDeprecatedSince,
    pages,
    onRequest: onRequest ? numbered(onRequest) : reportFailure,
  };
}

/** How many requests were logged in this process. */
let requests = 0;

/** Numbers the requests for a hook, whose own failure, an async function's included, must not become a client's. */
function numbered(onRequest: (record: RequestRecord) => unknown): CheckedOptions['onRequest'] {
  return (record) => {
    requests += 1;
    try {
      const returned = onRequest({ id: String(requests), ...record });
      if (returned instanceof Promise) returned.catch(reportFailedHook);
    } catch (error) {
      reportFailedHook(error);
    }
  };
}

function reportFailedHook(error: unknown): void {
  console.error('onRequest failed:', error);
}

function reportFailure({ method, path, status, failure }: Omit<RequestRecord, 'id'>): void {
  console.error(`${method} ${path} was answered with ${status}:`, failure);
}
