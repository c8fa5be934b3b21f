import type { ResultAsync } from '@petstore/core';
import type { HttpOptions } from '@petstore/http';
import {
  createRequestListener as createListener,
  startServer as start,
  type ListenFailure,
  type RequestListener,
  type RunningServer,
  type ServerOptions,
} from '@petstore/http-node';
import { withStore } from './create-pet-store.ts';

/**
 * Starts an HTTP server for the `/v1` interface. Without options, it serves a store in memory on a free port of 127.0.0.1.
 *
 * @example
 * ```ts
 * const server = await unwrap(startServer());
 * const response = await fetch(`${server.url}/pets`, { headers: { Authorization: `Bearer ${server.apiKey}` } });
 * await unwrap(server.close());
 * ```
 *
 * @returns the server once it listens; ListenFailure if it cannot
 * @throws TypeError if an option is wrong or unknown; the message names it. Error in a bundle, unless `docs` is false
 */
export function startServer(
  options?: ServerOptions & { readonly apiKeys?: readonly string[] | undefined },
): ResultAsync<RunningServer & { readonly apiKey: string }, ListenFailure>;
export function startServer(options: ServerOptions): ResultAsync<RunningServer, ListenFailure>;
export function startServer(options: ServerOptions = {}): ResultAsync<RunningServer, ListenFailure> {
  return start(options.storage === undefined ? withStore(options) : options);
}

/**
 * Makes the `/v1` interface as a listener for an existing node:http server. It answers `/v1`, the pages and the OpenAPI
 * documents. Other paths go to `next`; without a `next` they are a 404. It answers the requests of one connection one at a time,
 * in order. Parser errors never reach it: the host server answers them, without an Error body.
 *
 * @example
 * ```ts
 * const server = http.createServer(createRequestListener({ apiKeys: ['my-key'] }));
 * server.listen(8080);
 * ```
 *
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function createRequestListener(
  options?: HttpOptions & { readonly apiKeys?: readonly string[] | undefined },
): RequestListener & { readonly apiKey: string };
export function createRequestListener(options: HttpOptions): RequestListener;
export function createRequestListener(options: HttpOptions = {}): RequestListener {
  return createListener(withStore(options));
}
