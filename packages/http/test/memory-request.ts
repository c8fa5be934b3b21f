import { err, ok } from '@petstore/core';
import { bodyTooLong, type HttpRequest } from '../src/index.ts';

/** The parts of a request in memory. */
export interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Makes a request without a socket. */
export function createMemoryRequest(parts: RequestParts): HttpRequest {
  const { method = 'GET', target = '/v1/pets', baseUrl, headers = {}, body } = parts;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    method,
    target,
    baseUrl,
    hasBody: bytes !== undefined,
    headers,
    readBody: (limit) =>
      Promise.resolve(
        bytes !== undefined && bytes.length > limit ? err(bodyTooLong(limit)) : ok(bytes ?? new Uint8Array()),
      ),
  };
}
