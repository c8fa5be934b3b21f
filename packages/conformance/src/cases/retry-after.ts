import { judgeError } from '../judge.ts';
import { mismatch, notExercised, type Observation } from '../observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { judgeReturned } from '../player/pet-operations.ts';
import { errorBody, textResponse } from '../player/responses.ts';
import { rex, storeWithRex } from '../player/samples.ts';

/** How long a client may wait before it repeats a request if Retry-After asks for no pause, in milliseconds. */
const maxPause = 3_000;

/** The longest timeout of a call that ends before the pause that Retry-After asks for, in milliseconds. */
const longestShort = 4_000;

/** What Retry-After says, to which operation, and how long the call may take. */
type Wait = readonly [
  operation: 'listPets' | 'getPet',
  kind: 'seconds' | 'date' | 'past' | 'negative' | 'year' | 'long',
  options?: { readonly status?: 429; readonly timeoutMs?: number },
];

/** A date takes two seconds: only a list has one, because a client reads the field of every operation in the same way. */
const waits: readonly Wait[] = [
  ...(['seconds', 'date', 'past', 'negative', 'year'] as const).map((kind) => ['listPets', kind] as const),
  ['getPet', 'seconds', { status: 429 }],
  ['getPet', 'year'],
];

/** Pauses that end long after the timeout of the call, and later than the run waits. */
const longWaits: readonly Wait[] = [
  ['listPets', 'long', { timeoutMs: 600 }],
  ['getPet', 'long', { timeoutMs: 600 }],
];

/** The pause before a request is sent again: the case 39. */
export const retryAfterCases: readonly ConformanceCase[] = [
  {
    case: 39,
    name: 'obeys Retry-After',
    level: 'should',
    reference: 'RFC 9110, section 10.2.3; RFC 6585, section 4',
    why: 'It may be a date or seconds. A client that waits too briefly, or for a year, helps nobody.',
    expected:
      'The client repeats no earlier than Retry-After allows. It does not wait for a past date, an invalid value or a year, nor longer than the call may take. It returns what the repetition brings.',
    needs: 'retries',
    observe: async (trial) => {
      let resent = 0;
      const hasTimeout = trial.run.capabilities.includes('timeout');
      const observation = await trial.observeEach(
        hasTimeout ? [...waits, ...longWaits] : waits,
        async function observeWait([operation, kind, { status = 503, timeoutMs } = {}]): Promise<Observation> {
          const date = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 2_000);
          const values = {
            seconds: '1',
            date: date.toUTCString(),
            past: 'Fri, 31 Dec 1999 23:59:59 GMT',
            negative: '-5',
            year: '31536000',
            long: '8',
          };
          const store = trial.open(storeWithRex);
          const args = operation === 'getPet' ? { petId: '1' } : {};
          const response = textResponse(status, errorBody(status), { 'Retry-After': values[kind] });
          const result = await store.call(operation, args, {
            response: { ...response, times: 1 },
            ...(timeoutMs !== undefined && { timeoutMs }),
          });
          // On a busy machine, the request of a short call may arrive after the run has called again: neither is a repetition.
          if (timeoutMs !== undefined && timeoutMs < longestShort && store.countCalls(operation) > 1)
            return observeWait([operation, kind, { timeoutMs: 2 * timeoutMs }]);
          const [first, second] = store.requests(operation);
          if (second !== undefined) resent += 1;
          const waited = 'error' in result && result.error.kind === 'timeout';
          if (waited && kind !== 'long') return mismatch('It waited until its timeout.');
          if ((kind === 'year' || kind === 'long') && second !== undefined)
            return mismatch('It repeated the request within seconds.');
          const pause = Date.parse(second?.time ?? '') - Date.parse(first?.time ?? '');
          if ((kind === 'past' || kind === 'negative') && pause > maxPause)
            return mismatch(`It waited for ${pause} ms.`);
          const due = kind === 'date' ? date.getTime() : kind === 'seconds' ? Date.parse(first?.time ?? '') + 1_000 : 0;
          const early = due - Date.parse(second?.time ?? date.toISOString());
          if (second !== undefined && early > 100) return mismatch(`It repeated the request ${early} ms too early.`);
          return second === undefined ? judgeError(result) : judgeReturned(operation, result, rex);
        },
      );
      if (observation.kind === 'pass' && resent === 0) return notExercised('The client repeated no request.');
      return observation;
    },
  },
];
