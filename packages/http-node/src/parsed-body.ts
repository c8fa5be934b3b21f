import { stringifyJson } from '@petstore/core';
import type { IncomingMessage } from 'node:http';

/**
 * Encodes a body that a body parser such as `express.json()` has already read and left in `body`.
 *
 * @returns the bytes; `undefined` if there is no such body, or if it contains a number that may have been rounded: a fraction or an
 *   unsafe integer. A fraction that was rounded to a safe integer, such as 1.00000000000000001, goes unnoticed
 */
export function encodeParsedBody({ body }: IncomingMessage & { readonly body?: unknown }): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return typeof body === 'object' && isExact(body) ? Buffer.from(stringifyJson(body)) : undefined;
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
