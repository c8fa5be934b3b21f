import type { Pause } from './pauses.ts';

/** How long the pause before each part is, in milliseconds, unless a second has fewer bytes than pauses. */
const tick = 20;

/**
 * Yields bytes at a rate.
 *
 * @param bytesPerSecond a positive integer; without one, all bytes come at once
 * @returns whether these are all bytes: `false` if a pause ended early
 */
export async function* paced(
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
