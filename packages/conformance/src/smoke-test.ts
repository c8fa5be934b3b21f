import type { Trial } from './harness/trial.ts';
import { observe, pass } from './observation.ts';
import { judgeReturned } from './player/pet-operations.ts';
import { calls, rex, storeWithRex } from './player/samples.ts';

/**
 * Calls each operation once, on a store that does nothing unusual. An adapter that crashes, hangs or breaks the protocol here
 * would fail case by case, and no case would say anything about the client.
 *
 * @returns a sentence about the first operation that was not answered; `undefined` if there is none
 */
export async function runSmokeTest(trial: Trial): Promise<string | undefined> {
  const { baseUrl } = trial.open(storeWithRex);
  for (const [operation, args] of calls) {
    const { kind, seen } = await observe(async () => {
      judgeReturned(operation, await trial.callAt(baseUrl, operation, args), rex); // throws if an id is no string
      return pass('It answered.');
    });
    if (kind === 'pass' || kind === 'not_supported') continue;
    return `The adapter cannot answer even a plain ${operation}, so nothing can be said of the client. ${seen}`;
  }
  return undefined;
}
