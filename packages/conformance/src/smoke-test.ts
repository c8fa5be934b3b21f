import type { OperationName } from '@petstore/http';
import type { Trial } from './harness/trial.ts';
import { observe, pass } from './observation.ts';
import { calls } from './player/samples.ts';

/**
 * Calls each operation once, on a store that does nothing unusual. An adapter that crashes, hangs or breaks the protocol here
 * would fail every case, and no case would say anything about the client.
 *
 * @returns whether an operation was answered, and why each of the others was not
 */
export async function runSmokeTest(trial: Trial) {
  const { baseUrl } = trial.open({ pets: [{ id: 1, name: 'Mimi', categoryId: 2 }] });
  const unanswered = new Map<OperationName, string>();
  let hasAnswered = false;
  for (const [operation, args] of calls) {
    const { kind, seen } = await observe(async () => {
      await trial.callAt(baseUrl, operation, args);
      return pass('It answered.');
    });
    if (kind === 'pass') hasAnswered = true;
    else if (kind !== 'not_supported') unanswered.set(operation, seen);
  }
  return { hasAnswered, unanswered };
}
