import { concatenate, decodeUtf8, isBytes } from '@petstore/http';

/** A body as far as it could be read. */
export interface ReceivedBody {
  readonly text: string;
  /** A sentence about what is wrong with it, if something is. */
  readonly error?: string;
}

/** The most bytes of a body: more than twice a list of 100 pets with names of 64 KiB, so that an endless body ends. */
const maxBodyBytes = 2 ** 24;

/** Reads the body of a response as UTF-8. It rejects if the body breaks off, with what the stream threw. */
export async function readBody(response: Response): Promise<ReceivedBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(response)) {
    if (!isBytes(chunk)) {
      return { ...decode(concatenate(chunks)), error: 'Its body is a stream of something other than bytes.' };
    }
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBodyBytes) {
      return { ...decode(concatenate(chunks)), error: `Its body is longer than ${maxBodyBytes} bytes.` };
    }
  }
  return decode(concatenate(chunks));
}

/** The chunks of a body. In place of a web stream, a Response of node-fetch has a stream of Node, and one of whatwg-fetch none. */
async function* chunksOf(response: Response): AsyncGenerator<unknown, void> {
  const body = response.body as (Partial<ReadableStream<unknown>> & Partial<AsyncIterable<unknown>>) | null | undefined;
  if (body === null) return;
  if (body?.getReader !== undefined) {
    const reader = body.getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    } finally {
      reader.cancel().catch(() => undefined); // waits for nothing
    }
  } else if (body?.[Symbol.asyncIterator] !== undefined) {
    yield* body as AsyncIterable<unknown>;
  } else {
    yield new Uint8Array(await response.arrayBuffer());
  }
}

function decode(bytes: Uint8Array): ReceivedBody {
  try {
    return { text: decodeUtf8(bytes) };
  } catch {
    // jsdom, the DOM of Jest, has no TextDecoder
    const text = typeof TextDecoder === 'undefined' ? '' : new TextDecoder().decode(bytes);
    return { text, error: 'Its body is not UTF-8.' };
  }
}
