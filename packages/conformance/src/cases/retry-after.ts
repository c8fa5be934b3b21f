import { judgeError } from '../judge.ts';
import { mismatch, notExercised } from '../observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { judgeReturned } from '../player/pet-operations.ts';
import { errorBody, textResponse } from '../player/responses.ts';
import { rex, storeWithRex } from '../player/samples.ts';

/** How long a client may wait before it repeats a request if Retry-After asks for no pause, in milliseconds. */
const maxPause = 3_000;

/** What Retry-After says, to which operation, and in which response. */
type Wait = readonly [
  operation: 'listPets' | 'getPet',
  kind: 'seconds' | 'date' | 'past' | 'negative',
  status: 503 | 429,
];

/** A date takes two seconds: only a list has one, because a client reads the field of every operation in the same way. */
const waits: readonly Wait[] = [
  ...(['seconds', 'date', 'past', 'negative'] as const).map((kind) => ['listPets', kind, 503] as const),
  ['getPet', 'seconds', 429],
];

/** The pause before a request is sent again: the case 39. */
export const retryAfterCases: readonly ConformanceCase[] = [
  {
    case: 39,
    name: 'obeys Retry-After',
    level: 'should',
    reference: 'RFC 9110, section 10.2.3; RFC 6585, section 4',
    why: 'It may be a date or seconds. A client that repeats too early is refused again.',
    expected:
      'The client repeats no earlier than Retry-After allows. It does not wait for a past date or an invalid value. It returns what the repetition brings.',
    needs: 'retries',
    observe: async (trial) => {
      let resent = 0;
      const observation = await trial.observeEach(waits, async ([operation, kind, status]) => {
        const date = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 2_000);
        const values = {
          seconds: '1',
          date: date.toUTCString(),
          past: 'Fri, 31 Dec 1999 23:59:59 GMT',
          negative: '-5',
        };
        const store = trial.open(storeWithRex);
        const response = textResponse(status, errorBody(status), { 'Retry-After': values[kind] });
        const args = operation === 'getPet' ? { petId: '1' } : {};
        const result = await store.call(operation, args, { response: { ...response, times: 1 } });
        const [first, second] = store.requests(operation);
        if ('error' in result && result.error.kind === 'timeout') return mismatch('It waited until its timeout.');
        if (second === undefined) return judgeError(result);
        resent += 1;
        const sent = Date.parse(first?.time ?? '');
        const pause = Date.parse(second.time) - sent;
        if ((kind === 'past' || kind === 'negative') && pause > maxPause) return mismatch(`It waited for ${pause} ms.`);
        const due = { seconds: 1_000, date: date.getTime() - sent, past: 0, negative: 0 }[kind];
        if (due - pause > 100) return mismatch(`It repeated the request ${due - pause} ms too early.`);
        return judgeReturned(operation, result, rex);
      });
      if (observation.kind === 'pass' && resent === 0) return notExercised('The client repeated no request.');
      return observation;
    },
  },
];
