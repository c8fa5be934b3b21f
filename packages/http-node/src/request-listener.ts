import { createHandler, type HttpOptions } from '@petstore/http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getOrCreateConnection } from './connection.ts';
import { getTarget } from './node-request.ts';

/**
 * A listener for the `request` event of a node:http server. It is also a handler for Express and connect: it passes requests that
 * the store does not serve to `next`.
 */
export interface RequestListener {
  (request: IncomingMessage, response: ServerResponse, next?: () => void): void;
  /** A valid API key: the generated one, or the first of the list; `undefined` if a function decides. */
  readonly apiKey: string | undefined;
}

/** Makes the `/v1` interface as a listener for an existing node:http server. It throws as `createHandler` does. */
export function createRequestListener(options: HttpOptions): RequestListener {
  const handler = createHandler(options);
  const listener = (message: IncomingMessage, response: ServerResponse, next?: () => void) => {
    if (next !== undefined && !handler.serves(getTarget(message))) next();
    else getOrCreateConnection(message.socket).serve(handler, message, response, true);
  };
  return Object.assign(listener, { apiKey: handler.apiKey });
}
