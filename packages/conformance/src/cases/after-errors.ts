import { unwrap } from '@petstore/core';
import type { CaseResponse, ClientCall } from '../harness/calls.ts';
import type { CaseStore } from '../harness/case-store.ts';
import type { Trial } from '../harness/trial.ts';
import { judgePet, judgePets } from '../player/judge.ts';
import { inOuterContext, notExercised, type Observation, observe, pass } from '../observation/observation.ts';
import { isClosedWithin } from './connections.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { errorBody, errorResponse, faultResponse, textResponse } from '../player/responses.ts';
import { calls, createCall, getCall, listCall, rex, storeWithRex } from '../player/samples.ts';

const failures: readonly (readonly [call: ClientCall, description: string, response: CaseResponse])[] = [
  ...calls.map((call) => [call, '401', errorResponse(401)] as const),
  [createCall, '400', errorResponse(400)],
  // Longer than most clients read of an error: the rest must not be taken for the next response.
  [getCall, '404 with a long body', textResponse(404, `${errorBody(404)}${' '.repeat(81_920)}`)],
  [listCall, 'a dropped connection', faultResponse('EMPTY_RESPONSE')],
  [createCall, 'a dropped connection', faultResponse('EMPTY_RESPONSE')],
  [listCall, 'a broken body', textResponse(200, '[{"id":')],
];

/** How long the client may take for a late response, and when that comes, in milliseconds: after the next calls, or soon before them. */
const late = { timeoutMs: 600, delay: 4_000, soon: 1_000 };

const latePets = textResponse(200, '[{"id":9,"name":"Late","categoryId":9}]');

/**
 * Responses that come after the client has given up. On the same connection, each would be the response to the next request. A client
 * whose deadline is for its whole life fails, too.
 */
const lateFailures: typeof failures = [
  [listCall, 'a late response', { ...latePets, delay: late.delay }],
  [listCall, 'a late body', { ...latePets, bodyDelay: late.delay }],
  [listCall, 'a late response that came before the next call', { ...latePets, delay: late.soon }],
];

export const afterErrorCases: readonly ConformanceCase[] = [
  {
    case: 65,
    name: 'works again after an error',
    level: 'must',
    reference: 'interface document, parts 4 and 5; RFC 9112, sections 9.2 and 9.3',
    why: 'An error is about one request. A client that then drops its key or mixes up responses fails until it is restarted.',
    expected:
      'After each kind of error, a timeout included, the client lists, gets and creates as before, with the same key.',
    observe: async (trial) => {
      const working = await findWorkingCalls(trial);
      if (working.length === 0) return notExercised('The client does not work before an error either.');
      const judged = trial.run.capabilities.includes('timeout') ? [...failures, ...lateFailures] : failures;
      return trial.observeEach(judged, async ([call, description, response]) => {
        const store = trial.open(storeWithRex);
        const isLate = response.delay !== undefined || response.bodyDelay !== undefined;
        const met = await observe(async () => {
          await store.call(...call, {
            response: { ...response, times: 1 },
            ...(isLate && { timeoutMs: late.timeoutMs }),
          });
          return pass('It met the failure.');
        });
        if (isLate && met.kind === 'mismatch') return pass('It has no timeout for a body, as case 33 says.');
        if (met.kind !== 'pass') return met;
        if (response.delay === late.soon) await isClosedWithin(late.soon, trial.facts().connection);
        const observation = await trial.observeEach(working, (other) => observeCall(store, other));
        return inOuterContext(`After ${call[0]} met ${description}`, observation);
      });
    },
  },
];

async function observeCall(store: CaseStore, [operation, args]: ClientCall): Promise<Observation> {
  const pets = await unwrap(store.petStore.listPets({ limit: 100 })); // a call that failed may have created a pet
  const result = await store.call(operation, args, { maySendNothing: true });
  if (operation === 'getPet') return judgePet(result, rex);
  if (operation === 'createPet') return judgePet(result, { ...rex, id: String(pets.length + 1) });
  const listed = pets.map(({ id }) => ({ ...rex, id: String(id) }));
  return judgePets(result, listed);
}

/** Returns the calls that work before any error. Other cases judge calls that never work. */
async function findWorkingCalls(trial: Trial): Promise<readonly ClientCall[]> {
  const store = trial.open(storeWithRex);
  const working: ClientCall[] = [];
  for (const call of calls) {
    if ((await observe(() => observeCall(store, call))).kind === 'pass') working.push(call);
  }
  return working;
}
