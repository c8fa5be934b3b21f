import { decodeApproximately, decodeUtf8 } from '@petstore/core';
import { readChunks, readUpTo } from '@petstore/http';

/** The part of a body that could be read. */
export interface ReceivedBody {
  readonly text: string;
  /** A sentence about what is wrong with it. Absent if it is complete. */
  readonly error?: string;
}

/** The max size of a body, so that an endless one ends: twice a list of 100 pets with names of 64 KiB. */
const maxBodyBytes = 2 ** 24;

/** Reads the body of a response as UTF-8. If the body breaks off, rejects with what the stream threw. */
export async function readBody(response: Response): Promise<ReceivedBody> {
  const chunks = readChunks(response);
  const { bytes, end } = await readUpTo(chunks, maxBodyBytes);
  if (end === 'complete') return decode(bytes);
  await chunks.return();
  const isTooLong = end === 'too_long';
  const error = isTooLong ? `longer than ${maxBodyBytes} bytes` : 'a stream of something other than bytes';
  return { ...decode(bytes), error: `Its body is ${error}.` };
}

function decode(bytes: Uint8Array): ReceivedBody {
  const text = decodeUtf8(bytes);
  return text.isOk() ? { text: text.value } : { text: decodeApproximately(bytes), error: 'Its body is not UTF-8.' };
}
