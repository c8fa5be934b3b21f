import { createHandler, type HttpOptions } from '@petstore/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getOrCreateConnection } from './connection.ts';
import { targetOf } from './node-request.ts';

/**
 * A listener for the `request` event of a node:http server, which is also a handler for Express and connect. What the store
 * does not serve goes to `next`.
 */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * Makes the `/v1` interface as a listener for an existing node:http server. It answers `/v1`, the pages and the OpenAPI
 * documents; other paths are a 404, or left to `next`. The requests of one connection that it gets are answered one at a time,
 * in order. Parser errors never reach it: the server answers them, without an Error body.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function createRequestListener(options: HttpOptions): RequestListener {
  const handler = createHandler(options);
  return (message, response, next) => {
    if (next !== undefined && !handler.serves(targetOf(message))) next();
    else getOrCreateConnection(message.socket).serve(handler, message, response);
  };
}
