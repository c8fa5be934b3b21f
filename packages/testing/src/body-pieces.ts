import { paced } from './paced.ts';
import type { Answer } from './test-store.ts';

/** How far apart the bytes of a dribble are, in milliseconds. */
const dribbleDelay = 10;

/** Whether the body of a reply is sent in pieces. A reply without a body is sent at once. */
export function hasPieces(method: string, { reply, fault, bodyDelay, bytesPerSecond }: Answer): boolean {
  const isPaced = bytesPerSecond !== undefined || Boolean(bodyDelay);
  return method !== 'HEAD' && reply?.body !== '' && (fault !== undefined || isPaced);
}

/**
 * Yields the body of a reply as its fault sends it.
 *
 * @returns whether the pieces are the whole body
 */
export async function* bodyPieces(answer: Answer): AsyncGenerator<Uint8Array, boolean> {
  const { reply, fault, bodyDelay, bytesPerSecond, pause } = answer;
  const bytes = new TextEncoder().encode(reply?.body);
  if (fault === 'DRIBBLE') {
    for (let i = 0; i < bytes.length; i++) {
      if (!(await pause(bodyDelay ?? dribbleDelay))) return false;
      yield bytes.subarray(i, i + 1);
    }
    return true;
  }
  if (!(await pause(bodyDelay ?? 0))) return false;
  if (fault === undefined) return yield* paced(bytes, bytesPerSecond, pause);
  const isSent = yield* paced(bytes.subarray(0, Math.floor(bytes.length / 2)), bytesPerSecond, pause);
  if (!isSent) return false;
  if (fault === 'STALL_BODY') await pause();
  return false;
}
