/**
 * Reads the chunks of the body of a Request or a Response, in order. To stop early cancels the body. In place of a web stream,
 * a Response of node-fetch has a stream of Node, and one of whatwg-fetch has none.
 */
export async function* bodyChunks(message: Request | Response): AsyncGenerator<unknown, void> {
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
