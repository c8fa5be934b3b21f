import { concatenate, decodeUtf8, isBytes } from '@petstore/core/internal';
import { reasonOf } from './thrown.ts';

/** A body as far as it could be read. */
export interface ReceivedBody {
  readonly text: string;
  /** A sentence about what is wrong with it, if something is. */
  readonly error?: string;
}

/** The most bytes of a body: more than twice a list of 100 pets with names of 64 KiB, so that an endless body ends. */
const maxBodyBytes = 2 ** 24;

/** Reads the body of a response as UTF-8. It never rejects. */
export async function readBody(response: Response): Promise<ReceivedBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const { body } = response;
    if (body !== null && typeof (body as Partial<typeof body> | undefined)?.getReader !== 'function') {
      return decode(new Uint8Array(await response.arrayBuffer())); // node-fetch 2 and whatwg-fetch have no such stream
    }
    const reader = body?.getReader();
    for (;;) {
      const value: unknown = (await reader?.read())?.value;
      if (value === undefined) return decode(concatenate(chunks));
      if (!isBytes(value)) throw new TypeError('it is a stream of something other than bytes');
      chunks.push(value);
      length += value.length;
      if (length <= maxBodyBytes) continue;
      reader?.cancel().catch(() => undefined); // waits for nothing
      return { ...decode(concatenate(chunks)), error: `Its body is longer than ${maxBodyBytes} bytes.` };
    }
  } catch (thrown) {
    return { ...decode(concatenate(chunks)), error: `Its body ended early: ${reasonOf(thrown)}.` };
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
