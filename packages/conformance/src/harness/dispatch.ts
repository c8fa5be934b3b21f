import { createHandler, splitTarget, type HttpRequest } from '@petstore/http';
import type { ConnectionHandler } from '@petstore/http-node';
import type { ServerResponse } from 'node:http';

/**
 * Makes a handler that passes each request to the store that it is for.
 *
 * @param findStore finds the store that the path of a request belongs to
 * @param onMisdirected is called for a request that belongs to no store. The request is answered as one without a valid key
 * @param onViolation is called for what is not valid HTTP. Such bytes are refused
 */
export function createDispatcher(
  findStore: (path: string, response: ServerResponse) => Pick<ConnectionHandler, 'handle'> | undefined,
  onMisdirected: (request: HttpRequest) => void,
  onViolation: (message: string) => void,
): ConnectionHandler {
  const withoutValidKey = createHandler({}); // nobody gets its key
  return {
    respondWithError(code, message, request) {
      // A client may open a connection for later: that it stays silent is no violation.
      if (code !== 'request_timeout') onViolation(message);
      return withoutValidKey.respondWithError(code, message, request);
    },
    handle(request, response) {
      const store = findStore(splitTarget(request.target).path, response);
      if (store !== undefined) return store.handle(request, response);
      onMisdirected(request);
      return withoutValidKey.handle(request);
    },
  };
}
