import type { OperationName } from '@petstore/http';
import type { CallResult } from '../adapter/protocol.ts';
import { type CaseResponse, type ClientCall, describeResult } from '../harness/calls.ts';
import type { Trial } from '../harness/trial.ts';
import { notExercised, type Observation } from '../observation/observation.ts';
import { judgeReturned } from './judge.ts';
import { errorResponse, petResponse } from './responses.ts';
import { findOperation, rex, rexJson } from './samples.ts';

/** Returns why nothing is judged if a client cannot read a plain response: it would pass each case that expects a failure. */
export async function checkThatItReads(trial: Trial, operation: OperationName): Promise<Observation | undefined> {
  const petOperation = findOperation(operation);
  const call: ClientCall = [operation, petOperation.argsFor(rex)];
  const isRight = (result: CallResult) => judgeReturned(operation, result, rex).kind === 'pass';
  const result = await remember(trial, operation, call, petResponse(petOperation, rexJson), isRight);
  if (isRight(result)) return undefined;
  return notExercised(`The client could not read the response of ${operation}. ${describeResult(result)}`);
}

/** Returns what a client makes of the plain Error body of an operation. */
export async function findPlainError(trial: Trial, call: ClientCall, status: number): Promise<CallResult> {
  const isRight = (result: CallResult) => 'error' in result && result.error.kind === 'api';
  return remember(trial, `${call[0]} ${status}`, call, errorResponse(status), isRight);
}

/** Makes a call, and remembers a right result for the cases that follow, because some clients start a process for each call. */
async function remember(
  trial: Trial,
  key: string,
  [operation, args]: ClientCall,
  response: CaseResponse,
  isRight: (result: CallResult) => boolean,
): Promise<CallResult> {
  const known = trial.run.remembered.get(key);
  if (known !== undefined) return known;
  const result = await trial.open().call(operation, args, { response });
  if (isRight(result)) trial.run.remembered.set(key, result);
  return result;
}
