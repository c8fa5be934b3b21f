import type { Answer } from './answer.ts';
import { cutsBody } from './script/faults.ts';
import { paceBytes } from './paced.ts';

/** The default delay between the bytes of a DRIBBLE, in milliseconds. */
const dribbleDelay = 10;

/** Whether a transport sends the body of a reply in pieces. It sends a reply without a body at once. */
export function isSentInPieces(method: string, { reply, fault, bodyDelay, bytesPerSecond }: Answer): boolean {
  const isPaced = fault === 'DRIBBLE' || bytesPerSecond !== undefined || Boolean(bodyDelay);
  return method !== 'HEAD' && reply?.body !== '' && (isPaced || cutsBody(fault));
}

/**
 * Yields the pieces of the body of a reply, with the pauses and the end that its fault and its rate demand.
 *
 * @returns whether the pieces are the whole body
 */
export async function* splitBody(answer: Answer): AsyncGenerator<Uint8Array, boolean> {
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
  if (!cutsBody(fault)) return yield* paceBytes(bytes, bytesPerSecond, pause);
  const isSent = yield* paceBytes(bytes.subarray(0, Math.floor(bytes.length / 2)), bytesPerSecond, pause);
  if (!isSent) return false;
  if (fault === 'STALL_BODY') await pause();
  return false;
}
