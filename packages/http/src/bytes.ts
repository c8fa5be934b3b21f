import { Result } from '@petstore/core';

/** Whether a value is a Uint8Array, also one of another realm: a test environment may have its own `Uint8Array`. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Partial<Uint8Array>)[Symbol.toStringTag] === 'Uint8Array';
}

/**
 * Decodes UTF-8. It removes a byte order mark at the start.
 *
 * @returns the text; for bytes that are not UTF-8, an Err with what the decoder threw
 */
export const decodeUtf8 = Result.fromThrowable((bytes: Uint8Array): string => {
  if (typeof TextDecoder === 'undefined') return decodeEscaped(bytes); // jsdom, the DOM of Jest, has none
  utf8 ??= new TextDecoder('utf-8', { fatal: true });
  return utf8.decode(bytes);
});

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

/** Joins chunks in their order. */
export function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
