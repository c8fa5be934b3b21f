import { notExercised, type Finding } from '../finding.ts';
import { describeResult, isPet } from '../judge.ts';
import type { Harness } from '../harness.ts';
import { answer, rex, rexJson } from './replies.ts';

/** Checks whether a client can read a list at all. If it cannot, it fails for every answer, and an error shows nothing. */
export async function readsList(harness: Harness): Promise<Finding | undefined> {
  const session = harness.open({ steps: [answer('listPets', 200, `[${rexJson}]`)] });
  const result = await session.call('listPets');
  const isRead = 'ok' in result && Array.isArray(result.ok) && isPet(result.ok[0], rex);
  return isRead ? undefined : notExercised(`The client could not read a list. ${describeResult(result)}`);
}
