import type { ResponsePlan } from './test-store.ts';
import { cutsBody } from './script/faults.ts';

/** The default delay between the bytes of a DRIBBLE, in milliseconds. */
const dribbleDelay = 10;

/** The wait before each piece at a rate, in milliseconds. It is longer below 50 bytes per second: a piece has at least one byte. */
const interval = 20;

/** Whether a transport sends the body of a response in pieces. A response without a body is sent at once. */
export function isSentInPieces(method: string, { response, fault, bodyDelay, bytesPerSecond }: ResponsePlan): boolean {
  const isPaced = fault === 'DRIBBLE' || bytesPerSecond !== undefined || Boolean(bodyDelay);
  return method !== 'HEAD' && response?.body !== '' && (isPaced || cutsBody(fault));
}

/**
 * Yields the pieces of the body of a response, with the waits and the end that the fault and the rate demand.
 *
 * @returns whether the pieces are the whole body
 */
export async function* splitBody(plan: ResponsePlan): AsyncGenerator<Uint8Array, boolean> {
  const { response, fault, bodyDelay = 0, wait } = plan;
  const body = new TextEncoder().encode(response?.body);
  const sent = cutsBody(fault) ? body.subarray(0, Math.floor(body.length / 2)) : body;
  const { size, delay } = choosePace(plan);
  if (fault !== 'DRIBBLE' && !(await wait(bodyDelay))) return false;
  for (let start = 0; start < sent.length; start += size) {
    const piece = sent.subarray(start, start + size);
    if (!(await wait(Math.round(piece.length * delay)))) return false;
    yield piece;
  }
  if (fault === 'STALL_BODY') await wait();
  return !cutsBody(fault);
}

/** Chooses how many bytes a piece has, and how many milliseconds to wait for each of its bytes. */
function choosePace({ fault, bodyDelay, bytesPerSecond }: ResponsePlan) {
  if (fault === 'DRIBBLE') return { size: 1, delay: bodyDelay ?? dribbleDelay };
  if (bytesPerSecond === undefined) return { size: Infinity, delay: 0 };
  return { size: Math.max(1, Math.floor((bytesPerSecond * interval) / 1_000)), delay: 1_000 / bytesPerSecond };
}
