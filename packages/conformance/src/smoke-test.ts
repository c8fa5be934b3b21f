import type { OperationName } from '@petstore/http';
import type { Trial } from './harness/trial.ts';
import { observe, pass } from './observation.ts';
import { judgeReturned } from './player/pet-operations.ts';
import { calls, rex, storeWithRex } from './player/samples.ts';

/**
 * Calls each operation once, on a store that does nothing unusual. An adapter that crashes, hangs or breaks the protocol here
 * would fail every case, and no case would say anything about the client.
 *
 * @returns why the client cannot be judged at all, if so; and why an operation of another client was not answered
 */
export async function runSmokeTest(trial: Trial) {
  const { baseUrl } = trial.open(storeWithRex);
  const unanswered = new Map<OperationName, string>();
  let hasAnswered = false;
  for (const [operation, args] of calls) {
    const { kind, seen } = await observe(async () => {
      judgeReturned(operation, await trial.callAt(baseUrl, operation, args), rex); // ends this early if an id is no string
      return pass('It answered.');
    });
    if (kind === 'harness_error')
      return { failure: `Its adapter is wrong, so nothing can be said of the client. ${seen}` };
    if (kind === 'pass') hasAnswered = true;
    else if (kind !== 'not_supported') unanswered.set(operation, seen);
  }
  const [reason] = unanswered.values();
  if (hasAnswered || reason === undefined) return { unanswered };
  return { failure: `No operation was answered, so nothing can be said of the client. ${reason}` };
}
