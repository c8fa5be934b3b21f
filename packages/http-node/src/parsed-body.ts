import { stringifyJson } from '@petstore/core';
import type { IncomingMessage } from 'node:http';

/**
 * The bytes of a body that a body parser has taken off the request and left in `body`, as `express.json()` does.
 *
 * @returns `undefined` if nothing is there, or if it holds a number that may have been rounded: a fraction, or an integer that is
 *   not safe. It cannot detect a fraction that was rounded to a safe integer, such as 1.00000000000000001
 */
export function parsedBody({ body }: IncomingMessage & { readonly body?: unknown }): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return typeof body === 'object' && isExact(body) ? Buffer.from(stringifyJson(body)) : undefined;
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
