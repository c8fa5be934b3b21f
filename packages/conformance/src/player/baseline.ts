import type { OperationName } from '@petstore/http';
import type { ClientResult } from '../adapter/protocol.ts';
import { findOperation, judgeReturned } from '../cases/pet-operations.ts';
import { errorResponse, forEver, petResponse, step } from '../cases/responses.ts';
import { rex, rexJson } from '../cases/sample-pets.ts';
import type { ClientCall } from './exchange.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult } from '../judge.ts';
import { notExercised, type Observation } from '../observation.ts';

/** What a client did with plain responses. Remembered for the whole run, because some clients start a process for each call. */
interface Baseline {
  /** The operations whose plain response the client can read. */
  readonly readable: Set<OperationName>;
  /** What the client makes of a plain error, by operation and status. */
  readonly errors: Map<string, ClientResult>;
}

const baselines = new WeakMap<Harness, Baseline>();

function getBaseline(harness: Harness): Baseline {
  const known: Baseline = baselines.get(harness) ?? { readable: new Set(), errors: new Map() };
  baselines.set(harness, known);
  return known;
}

/**
 * Checks that a client can read the plain response to an operation. A client that always fails would pass each case that expects a
 * failure.
 *
 * @returns why the case is not exercised; `undefined` if the client can read the response
 */
export async function checkThatItReads(harness: Harness, operation: OperationName): Promise<Observation | undefined> {
  const { readable } = getBaseline(harness);
  if (readable.has(operation)) return undefined;
  const petOperation = findOperation(operation);
  const plain = step(operation, petResponse(petOperation, rexJson), forEver);
  const result = await harness.open({ steps: [plain] }).call(operation, petOperation.argsFor(rex));
  if (judgeReturned(operation, result, rex).kind !== 'pass')
    return notExercised(`The client could not read the response of ${operation}. ${describeResult(result)}`);
  readable.add(operation);
  return undefined;
}

/** Returns what a client makes of the plain Error body of an operation. */
export async function findPlainError(
  harness: Harness,
  [operation, args]: ClientCall,
  status: number,
): Promise<ClientResult> {
  const { errors } = getBaseline(harness);
  const key = `${operation} ${status}`;
  const known = errors.get(key);
  if (known !== undefined) return known;
  const session = harness.open({ steps: [step(operation, errorResponse(status), forEver)] });
  const result = await session.call(operation, args);
  if ('error' in result && result.error.kind === 'api') errors.set(key, result);
  return result;
}
