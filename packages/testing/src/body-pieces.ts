import type { ResponsePlan } from './response-plan.ts';
import { cutsBody } from './script/faults.ts';
import { throttleBytes } from './throttle.ts';

/** The default delay between the bytes of a DRIBBLE, in milliseconds. */
const dribbleDelay = 10;

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
  const { response, fault, bodyDelay, bytesPerSecond, wait } = plan;
  const bytes = new TextEncoder().encode(response?.body);
  if (fault === 'DRIBBLE') {
    for (let i = 0; i < bytes.length; i++) {
      if (!(await wait(bodyDelay ?? dribbleDelay))) return false;
      yield bytes.subarray(i, i + 1);
    }
    return true;
  }
  if (!(await wait(bodyDelay ?? 0))) return false;
  if (!cutsBody(fault)) return yield* throttleBytes(bytes, bytesPerSecond, wait);
  const isSent = yield* throttleBytes(bytes.subarray(0, Math.floor(bytes.length / 2)), bytesPerSecond, wait);
  if (!isSent) return false;
  if (fault === 'STALL_BODY') await wait();
  return false;
}
