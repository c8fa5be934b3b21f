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
