import { createPetStore } from '@petstore/core';
import { createHandler, createRouter, type HttpRequest } from '@petstore/http';
import type { NodeHandler } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

/**
 * Answers for the session of each request.
 *
 * @param sessionAt finds the session of a path
 * @param onStray is called for a request outside every session; it is answered as one without a valid key
 * @param onViolation is called for what is not valid HTTP, and refused, with its connection
 */
export function createHarnessHandler(
  sessionAt: (path: string) => NodeHandler | undefined,
  onStray: (request: HttpRequest) => void,
  onViolation: (message: string, socket: Duplex) => void,
): NodeHandler {
  const store = createPetStore({ storage: createMemoryStorage() });
  const nowhere = createHandler({ store, apiKeys: [randomBytes(16).toString('hex')] });
  const findRoute = createRouter('/v1');
  return {
    replyWithError(code, message, request, socket) {
      // A connection that stays silent may be one that a client opened for later.
      if (code !== 'request_timeout') onViolation(message, socket);
      return nowhere.replyWithError(code, message, request);
    },
    handle(request, response) {
      const session = sessionAt(findRoute(request.method, request.target).path);
      if (session !== undefined) return session.handle(request, response);
      onStray(request);
      return nowhere.handle(request);
    },
  };
}
