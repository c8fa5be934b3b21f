import type { Pause } from './pauses.ts';

/** The pause before each part, in milliseconds. At a rate below 50 bytes per second it is longer: a part has at least one byte. */
const tick = 20;

/**
 * Yields bytes at a rate.
 *
 * @param bytesPerSecond a positive integer; `undefined` yields all bytes at once
 * @returns whether it yielded all bytes; `false` if a pause ended early
 */
export async function* paceBytes(
  bytes: Uint8Array,
  bytesPerSecond: number | undefined,
  pause: Pause,
): AsyncGenerator<Uint8Array, boolean> {
  if (bytesPerSecond === undefined) {
    yield bytes;
    return true;
  }
  const size = Math.max(1, Math.floor((bytesPerSecond * tick) / 1_000));
  for (let start = 0; start < bytes.length; start += size) {
    const part = bytes.subarray(start, start + size);
    if (!(await pause(Math.ceil((part.length * 1_000) / bytesPerSecond)))) return false;
    yield part;
  }
  return true;
}
