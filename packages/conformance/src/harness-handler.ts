import { createPetStore } from '@petstore/core';
import { createHandler, createRouter, type HttpRequest } from '@petstore/http';
import type { NodeHandler } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

/**
 * Makes a handler that passes each request to its session.
 *
 * @param findSession finds the session that a path belongs to
 * @param onMisdirected is called for a request that belongs to no session. It is answered as one without a valid key
 * @param onViolation is called for what is not valid HTTP, with its connection. It is refused
 */
export function createHarnessHandler(
  findSession: (path: string) => NodeHandler | undefined,
  onMisdirected: (request: HttpRequest) => void,
  onViolation: (message: string, socket: Duplex) => void,
): NodeHandler {
  const store = createPetStore({ storage: createMemoryStorage() });
  const withoutValidKey = createHandler({ store, apiKeys: [randomBytes(16).toString('hex')] });
  const findRoute = createRouter('/v1');
  return {
    respondWithError(code, message, request, socket) {
      // A client may open a connection for later: that it stays silent is no violation.
      if (code !== 'request_timeout') onViolation(message, socket);
      return withoutValidKey.respondWithError(code, message, request);
    },
    handle(request, response) {
      const session = findSession(findRoute(request.method, request.target).path);
      if (session !== undefined) return session.handle(request, response);
      onMisdirected(request);
      return withoutValidKey.handle(request);
    },
  };
}
