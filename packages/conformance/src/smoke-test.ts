import type { OperationName } from '@petstore/http';
import type { ClientCall } from './harness/calls.ts';
import type { Trial } from './harness/trial.ts';
import { observe, pass } from './observation.ts';
import { calls } from './player/samples.ts';

/** The result of a smoke test. */
export interface SmokeTest {
  /** Why nothing can be said about the client at all: a sentence. `undefined` if an operation was answered. */
  readonly failure: string | undefined;
  /** The operations that were not answered, each with a sentence that says why. */
  readonly broken: ReadonlyMap<OperationName, string>;
}

/**
 * Calls each operation once, on a store that does nothing unusual. An adapter that crashes, hangs or breaks the protocol here
 * would fail every case, and no case would say anything about the client.
 */
export async function runSmokeTest(trial: Trial): Promise<SmokeTest> {
  const { baseUrl } = trial.open({ pets: [{ id: 1, name: 'Mimi', categoryId: 2 }] });
  const observeCall = (call: ClientCall) =>
    observe(async () => {
      await trial.callAt(baseUrl, ...call);
      return pass('It answered.');
    });
  const broken = new Map<OperationName, string>();
  let failure: string | undefined;
  let hasAnswered = false;
  for (const call of calls) {
    const [operation] = call;
    const { kind, seen } = await observeCall(call);
    if (kind === 'not_supported') continue;
    if (kind === 'pass') {
      hasAnswered = true;
      continue;
    }
    // If the adapter ended after its last answer, a new process may answer this call.
    if (hasAnswered && (await observeCall(call)).kind === 'pass') {
      return { failure: `The adapter answered ${operation} only after it was started again. ${seen}`, broken };
    }
    failure ??= `No operation was answered, so nothing can be said of the client. ${seen}`;
    broken.set(operation, `The adapter cannot answer even a plain ${operation}. ${seen}`);
  }
  return { failure: hasAnswered ? undefined : failure, broken };
}
