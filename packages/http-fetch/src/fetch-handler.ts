import type { ApiKeyGate } from '@petstore/core';
import { createHandler, type HttpOptions, type Reply } from '@petstore/http';
import { fetchRequest } from './fetch-request.ts';

/** A function from a Fetch standard Request to its Response. It never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

const utf8 = new TextEncoder();

/**
 * Makes the `/v1` interface as a fetch handler: for tests without a socket, and for every server that speaks Request and
 * Response. It answers every path, those outside `/v1` with 404; the host of the URL does not matter.
 *
 * @throws TypeError for a wrong option, naming it
 */
export function createFetchHandler(gate: ApiKeyGate, options: HttpOptions = {}): FetchHandler {
  const handler = createHandler(gate, options);
  return async (request) => toResponse(request.method, await handler.handle(fetchRequest(request)));
}

function toResponse(method: string, { status, headers, body }: Reply): Response {
  if (status === 204) return new Response(null, { status, headers });
  const bytes = utf8.encode(body);
  const withLength = { ...headers, 'Content-Length': String(bytes.length) };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers: withLength });
}
