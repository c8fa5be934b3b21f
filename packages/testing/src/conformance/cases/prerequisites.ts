import { notExercised, type Finding } from '../finding.ts';
import { describeResult } from '../judge.ts';
import type { Harness } from '../harness.ts';
import { answered, askFor, judgeRead, type Reading } from './readings.ts';
import { rex, rexJson } from './replies.ts';

/** Checks whether a client can read the usual answer of an operation. If it cannot, it fails for every one, and an error shows nothing. */
export async function cannotRead(harness: Harness, reading: Reading): Promise<Finding | undefined> {
  const result = await askFor(harness, reading, answered(reading, rexJson), rex);
  if (judgeRead(reading, result, rex).kind === 'pass') return undefined;
  return notExercised(`The client could not read the answer of ${reading.operation}. ${describeResult(result)}`);
}
