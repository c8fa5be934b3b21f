/* Values of another JavaScript realm, recognized by what they have, never with `instanceof`: see decisions/jest-and-jsdom.md. */

import { err, ok, type Result } from 'neverthrow';

/** Whether a value of any kind is an Error, of any realm. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** Whether a value of any kind is a Uint8Array, of any realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === 'Uint8Array';
}

/** Whether a value of any kind is an AbortSignal, of any realm. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Partial<AbortSignal>;
  const methods = [addEventListener, removeEventListener];
  return typeof aborted === 'boolean' && methods.every((method) => typeof method === 'function');
}

/** Whether what a custom `fetch` returned has what is needed of a Response, of any realm. */
export function isResponse(value: Partial<Response> | undefined): value is Response {
  return typeof value?.status === 'number' && typeof value.headers?.get === 'function';
}

/**
 * Decodes UTF-8. It removes a byte order mark at the start.
 *
 * @returns the text; for bytes that are not UTF-8, an Err with what the decoder threw
 */
export function decodeUtf8(bytes: Uint8Array): Result<string, unknown> {
  try {
    if (typeof TextDecoder === 'undefined') return ok(decodeEscaped(bytes));
    utf8 ??= new TextDecoder('utf-8', { fatal: true });
    return ok(utf8.decode(bytes));
  } catch (thrown) {
    return err(thrown);
  }
}

let utf8: InstanceType<typeof TextDecoder> | undefined;

function decodeEscaped(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8_192) {
    // engines limit the number of arguments
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  }
  const escaped = text.replace(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  return decodeURIComponent(escaped).replace(/^\uFEFF/, '');
}

/** Decodes bytes that are not UTF-8 for a person to read; an empty text without a `TextDecoder`. */
export function decodeApproximately(bytes: Uint8Array): string {
  return typeof TextDecoder === 'undefined' ? '' : new TextDecoder().decode(bytes);
}
