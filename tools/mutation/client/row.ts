import { createHash } from 'node:crypto';
import type { Seen } from './judge.ts';
import type { Mutant } from './mutants.ts';

export const operations = ['listPets', 'createPet', 'getPet'] as const;

/** What the cases said about a mutant. */
export interface Row {
  readonly mutant: Mutant;
  /** The only operation with the change; absent if all have it. */
  readonly only?: (typeof operations)[number] | undefined;
  readonly seen: readonly Seen[];
}

const detections = ['fail', 'warn', 'note', 'crash', 'hang'];

/** Finds the first case that detected the mutant: the client got `fail`, `warn` or `note` there, or it crashed or hung. */
export function findCase({ seen }: Pick<Row, 'seen'>): number | undefined {
  return seen.find(({ verdict }) => detections.includes(verdict))?.case;
}

/**
 * Writes the case that detected a mutant, as the table has it; `undefined` if none did. A star means that no case blames the client, but
 * the exit code is 1: a case is a harness error, or a MUST that was not exercised.
 */
export function formatSight(row: Pick<Row, 'seen'>): string | undefined {
  const number = findCase(row);
  if (number !== undefined) return String(number);
  const other = row.seen.find(
    ({ verdict, level }) => verdict === 'harness_error' || (verdict === 'not_exercised' && level === 'must'),
  );
  return other && `${other.case}*`;
}

/** Makes the id of a mutant. It does not change if lines above the mutant change. */
export function makeId({ file, place, original, replacement, index }: Mutant): string {
  const text = [file, place, original, replacement, index].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}
