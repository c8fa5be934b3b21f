import type { Wait } from './test-lifetime.ts';

/** The wait before each part, in milliseconds. Below 50 bytes per second the wait is longer, because a part has at least one byte. */
const interval = 20;

/**
 * Yields bytes at a rate.
 *
 * @param bytesPerSecond a positive integer; `undefined` yields all bytes at once
 * @returns whether it yielded all bytes; `false` if a wait ended early
 */
export async function* throttleBytes(
  bytes: Uint8Array,
  bytesPerSecond: number | undefined,
  wait: Wait,
): AsyncGenerator<Uint8Array, boolean> {
  if (bytesPerSecond === undefined) {
    yield bytes;
    return true;
  }
  const size = Math.max(1, Math.floor((bytesPerSecond * interval) / 1_000));
  for (let start = 0; start < bytes.length; start += size) {
    const part = bytes.subarray(start, start + size);
    if (!(await wait(Math.ceil((part.length * 1_000) / bytesPerSecond)))) return false;
    yield part;
  }
  return true;
}
