import { checkOptionNames, parseAddress, type PetStore } from '@petstore/core';
import type { ApiKeys } from './authentication.ts';
import type { Page } from './pages.ts';
import type { RequestLog } from './request-log.ts';

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

/** The names of the options, for an adapter that adds some of its own. */
export const httpOptionNames: Readonly<Record<keyof HttpOptions, true>> = {
  store: true,
  apiKeys: true,
  maxBodyBytes: true,
  cors: true,
  getPetDeprecatedSince: true,
  pages: true,
  publicUrl: true,
  basePath: true,
  onRequest: true,
};

/**
 * Checks the options that no other part checks, and fills in the defaults.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function checkOptions(options: HttpOptions) {
  checkOptionNames(options, httpOptionNames);
  const { maxBodyBytes = 65_536, cors = true, pages = [], publicUrl, basePath = '', onRequest } = options;
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1) {
    throw new TypeError('maxBodyBytes must be a positive integer: the most bytes that a request body may have.');
  }
  if (!Array.isArray(pages)) throw new TypeError('pages must be a list of pages, such as docsPages() returns.');
  if (typeof cors !== 'boolean') throw new TypeError('cors must be true or false.');
  if (onRequest !== undefined && typeof onRequest !== 'function') throw new TypeError('onRequest must be a function.');
  if (typeof basePath !== 'string' || !/^(?:\/[\w.~!$&'()*+,;=:@-]+)*$/.test(basePath) || basePath.endsWith('/v1')) {
    throw new TypeError(
      'basePath must be the path before /v1, such as /api/petstore: ASCII that needs no encoding, and no slash at its end.',
    );
  }
  const address = parseAddress(publicUrl);
  if (publicUrl !== undefined && (address === undefined || address.endsWith('/v1'))) {
    throw new TypeError(
      'publicUrl must be an absolute http or https URL such as https://pets.example, without /v1, credentials, query or fragment.',
    );
  }
  return { ...options, publicUrl: address, maxBodyBytes, cors, pages, basePath };
}
