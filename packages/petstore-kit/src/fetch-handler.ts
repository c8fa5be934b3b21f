import { createFetchHandler as createHandler, type FetchHandler, type HttpOptions } from '@petstore/http';
import { withStore } from './create-pet-store.ts';

/**
 * Makes a `fetch` that the pet store answers: for tests without a socket, and for any server that uses Request and Response.
 *
 * It answers every path; outside `/v1` and the pages the response is a 404. It ignores the host of the URL. It looks at a signal
 * only in `init`, and only before it starts.
 *
 * @example
 * ```ts
 * const petStoreFetch = createFetchHandler();
 * const headers = { Authorization: `Bearer ${petStoreFetch.apiKey}` };
 * const response = await petStoreFetch('http://localhost/v1/pets', { headers });
 * console.log(response.status, await response.json()); // 200 []
 * ```
 *
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function createFetchHandler(
  options?: HttpOptions & { readonly apiKeys?: readonly string[] | undefined },
): FetchHandler & { readonly apiKey: string };
export function createFetchHandler(options: HttpOptions): FetchHandler;
export function createFetchHandler(options: HttpOptions = {}): FetchHandler {
  return createHandler(withStore(options));
}
