import { isBytes } from '@petstore/core';

/**
 * Reads the chunks of the body of a Request or a Response, in order. Stopping early cancels the body.
 *
 * A Response of node-fetch has a Node stream in place of a web stream; one of whatwg-fetch has none.
 */
export async function* readChunks(message: Request | Response): AsyncGenerator<unknown, void> {
  const body = message.body as (Partial<ReadableStream<unknown>> & Partial<AsyncIterable<unknown>>) | null | undefined;
  if (body === null) return;
  if (body?.getReader !== undefined) {
    const reader = body.getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    } finally {
      reader.cancel().catch(() => undefined); // its source may fail, or never end
    }
  } else if (body?.[Symbol.asyncIterator] !== undefined) {
    yield* body as AsyncIterable<unknown>;
  } else {
    yield new Uint8Array(await message.arrayBuffer());
  }
}

/**
 * Reads the chunks of a body up to a limit. The caller discards or cancels the rest. It rejects if the source fails.
 *
 * @param limit the max length in bytes, and the max number of empty chunks; of a longer body, the bytes include the chunk that exceeds it
 * @returns the bytes, and why reading ended: at the end of the body, beyond the limit, or at a chunk that is not bytes
 */
export async function readUpTo(
  chunks: AsyncGenerator<unknown, void>,
  limit: number,
): Promise<{ readonly bytes: Uint8Array; readonly end: 'complete' | 'too_long' | 'not_bytes' }> {
  const taken: Uint8Array[] = [];
  let length = 0;
  let emptyChunks = 0;
  while (length <= limit && emptyChunks <= limit) {
    const { done, value } = await chunks.next();
    if (done === true) return { bytes: concatenate(taken), end: 'complete' };
    if (!isBytes(value)) return { bytes: concatenate(taken), end: 'not_bytes' };
    if (value.length === 0) emptyChunks += 1;
    else taken.push(value);
    length += value.length;
  }
  return { bytes: concatenate(taken), end: 'too_long' };
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
