import type { HttpResponse } from '@petstore/http';
import { addPreferenceApplied, type ChosenStep } from './script/chosen-step.ts';
import { cutsBody, type Fault } from './script/faults.ts';
import type { CheckedRawResponse } from './script/raw-response.ts';
import type { Wait } from './test-lifetime.ts';

/**
 * The bytes of a response, with the waits between them. Returns what follows them: the end of the response, or that of the
 * connection by FIN, by RST, or at once because the client is gone or the test is over.
 */
type Pieces = AsyncGenerator<Uint8Array, 'end' | 'close' | 'reset' | 'drop'>;

export interface ResponseInPieces {
  /** The response whose head is sent first, and whose body the pieces are; absent if the pieces are all that is written. */
  readonly response?: HttpResponse;
  readonly pieces: Pieces;
  readonly fault: Fault | undefined;
}

/** The default delay between the bytes of a DRIBBLE, in milliseconds. */
const dribbleDelay = 10;

/** The wait before each piece at a rate, in milliseconds. It is longer below 50 bytes per second: a piece has at least one byte. */
const interval = 20;

/**
 * The delay before a reset, in milliseconds, in which the client reads the bytes. On Linux, Node takes bytes and a reset at once for a
 * normal end.
 */
const readTime = 20;

/** Splits the response of a step into pieces, if the step demands it. */
export function splitResponse(
  made: HttpResponse | CheckedRawResponse,
  step: ChosenStep,
  method: string,
  wait: Wait,
): HttpResponse | ResponseInPieces {
  const { fault, applied } = step;
  if ('pieces' in made) return { pieces: splitRaw(made, wait), fault };
  const response = addPreferenceApplied(made, applied);
  if (response.body === '' || method === 'HEAD' || !isInPieces(step)) return response;
  return { response, pieces: splitBody(response.body, step, wait), fault };
}

/** Whether a step sends the body of its response in pieces. */
function isInPieces({ fault, bodyDelay, bytesPerSecond }: ChosenStep): boolean {
  return fault === 'DRIBBLE' || bytesPerSecond !== undefined || Boolean(bodyDelay) || cutsBody(fault);
}

/** Yields the pieces of a body, as the fault and the rate of a step demand. */
async function* splitBody(text: string, step: ChosenStep, wait: Wait): Pieces {
  const { fault } = step;
  const body = new TextEncoder().encode(text);
  const sent = cutsBody(fault) ? body.subarray(0, Math.floor(body.length / 2)) : body;
  const { before, size, delay } = choosePace(step);
  if (!(await wait(before))) return 'drop';
  for (let start = 0; start < sent.length; start += size) {
    const piece = sent.subarray(start, start + size);
    if (!(await wait(Math.round(piece.length * delay)))) return 'drop';
    yield piece;
  }
  if (fault === 'TRUNCATED_BODY') return 'close';
  if (fault !== 'STALL_BODY') return 'end';
  await wait();
  return 'drop';
}

/** Chooses how many bytes a piece has, and how many milliseconds to wait before the first piece, and for each byte. */
function choosePace({ fault, bodyDelay, bytesPerSecond }: ChosenStep) {
  if (fault === 'DRIBBLE') return { before: 0, size: 1, delay: bodyDelay ?? dribbleDelay };
  const before = bodyDelay ?? 0;
  if (bytesPerSecond === undefined) return { before, size: Infinity, delay: 0 };
  return { before, size: Math.max(1, Math.floor((bytesPerSecond * interval) / 1_000)), delay: 1_000 / bytesPerSecond };
}

/** Yields the pieces of a raw response. */
async function* splitRaw({ pieces, gap, end }: CheckedRawResponse, wait: Wait): Pieces {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && !(await wait(gap))) return 'drop';
    yield piece;
  }
  if (end === 'stall') await wait();
  if (end === 'reset' && pieces.length > 0) await wait(Math.max(gap, readTime));
  return end === 'reset' ? 'reset' : 'close';
}
