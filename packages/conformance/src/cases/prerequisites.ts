import type { ClientAnswer } from '../connected-client.ts';
import { notExercised, type Finding } from '../finding.ts';
import { describeResult } from '../judge.ts';
import type { Harness } from '../harness.ts';
import { answered, askFor, judgeRead, type Reading } from './readings.ts';
import { answerError, repeats, rex, rexJson, type Call } from './replies.ts';

/** What each client has shown already. Asking again and again would take a client that starts a process for each call long. */
const shown = new WeakMap<Harness, Shown>();

interface Shown {
  /** Those whose usual answer it can read. */
  readonly readings: Set<Reading>;
  /** What it makes of a usual error, by operation and status. */
  readonly errors: Map<string, ClientAnswer>;
}

function shownTo(harness: Harness): Shown {
  const known: Shown = shown.get(harness) ?? { readings: new Set(), errors: new Map() };
  shown.set(harness, known);
  return known;
}

/** Checks whether a client can read the usual answer of an operation. If it cannot, it fails for every one, and an error shows nothing. */
export async function cannotRead(harness: Harness, reading: Reading): Promise<Finding | undefined> {
  const { readings } = shownTo(harness);
  if (readings.has(reading)) return undefined;
  const result = await askFor(harness, reading, answered(reading, rexJson), rex);
  if (judgeRead(reading, result, rex).kind !== 'pass')
    return notExercised(`The client could not read the answer of ${reading.operation}. ${describeResult(result)}`);
  readings.add(reading);
  return undefined;
}

/** Returns what a client makes of the usual Error body of an operation. */
export async function usualError(harness: Harness, [operation, args]: Call, status: number): Promise<ClientAnswer> {
  const { errors } = shownTo(harness);
  const id = `${operation} ${status}`;
  const known = errors.get(id);
  if (known !== undefined) return known;
  const result = await harness.open({ steps: [answerError(operation, status, repeats)] }).call(operation, args);
  if ('error' in result && result.error.kind === 'api') errors.set(id, result);
  return result;
}
