import type { ClientAnswer } from '../adapter/client-fixture.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult } from '../judge.ts';
import { notExercised, observeEach, type Observation } from '../observation.ts';
import { answerError, repeats } from './answers.ts';
import type { Call } from './calls.ts';
import { answerPet, askFor, judgeReturned, petOperations, type PetOperation } from './pet-operations.ts';
import { rex, rexJson } from './sample-pets.ts';

/** What a client did with plain answers. It is remembered, because some clients start a process for each call. */
interface Baseline {
  /** The operations whose plain answer it can read. */
  readonly readable: Set<PetOperation>;
  /** What it makes of a plain error, by operation and status. */
  readonly errors: Map<string, ClientAnswer>;
}

const baselines = new WeakMap<Harness, Baseline>();

function getBaseline(harness: Harness): Baseline {
  const known: Baseline = baselines.get(harness) ?? { readable: new Set(), errors: new Map() };
  baselines.set(harness, known);
  return known;
}

/**
 * Checks whether a client can read the plain answer to an operation. If it cannot, it fails for every answer, and its failure in a
 * case shows nothing.
 *
 * @returns why the case is not exercised; `undefined` if the client can read the answer
 */
export async function cannotRead(harness: Harness, petOperation: PetOperation): Promise<Observation | undefined> {
  const { readable } = getBaseline(harness);
  if (readable.has(petOperation)) return undefined;
  const result = await askFor(harness, petOperation, answerPet(petOperation, rexJson), rex);
  if (judgeReturned(petOperation, result, rex).kind !== 'pass')
    return notExercised(`The client could not read the answer of ${petOperation.operation}. ${describeResult(result)}`);
  readable.add(petOperation);
  return undefined;
}

/** Makes an observation of each operation whose plain answer the client can read. For the others, the case is not exercised. */
export function observeEachReadable(
  harness: Harness,
  make: (petOperation: PetOperation) => Promise<Observation>,
): Promise<Observation> {
  return observeEach(
    petOperations,
    async (petOperation) => (await cannotRead(harness, petOperation)) ?? make(petOperation),
  );
}

/** Returns what a client makes of the plain Error body of an operation. */
export async function baselineError(harness: Harness, [operation, args]: Call, status: number): Promise<ClientAnswer> {
  const { errors } = getBaseline(harness);
  const key = `${operation} ${status}`;
  const known = errors.get(key);
  if (known !== undefined) return known;
  const result = await harness.open({ steps: [answerError(operation, status, repeats)] }).call(operation, args);
  if ('error' in result && result.error.kind === 'api') errors.set(key, result);
  return result;
}
