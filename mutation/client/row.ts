import { createHash } from 'node:crypto';
import type { Seen } from './judge.ts';
import type { Mutant } from './mutants.ts';

export const operations = ['listPets', 'createPet', 'getPet'] as const;

/** What became of a mutant. */
export interface Row {
  readonly mutant: Mutant;
  /** The operation that alone is changed; absent if all are. */
  readonly only?: (typeof operations)[number] | undefined;
  readonly seen: readonly Seen[];
}

const deviations = ['fail', 'warn', 'note', 'crash', 'hang'];

/** Returns the first case that saw a client: it deviated, crashed or hung there. */
export function caseOf({ seen }: Pick<Row, 'seen'>): number | undefined {
  return seen.find(({ verdict }) => deviations.includes(verdict))?.case;
}

/**
 * Says which case saw a client, as the table shows it. With a star, none deviated, but the exit code is 1: a case is a harness
 * error, or a MUST that the client did not exercise.
 */
export function sightOf(row: Pick<Row, 'seen'>): string | undefined {
  const number = caseOf(row);
  if (number !== undefined) return String(number);
  const other = row.seen.find(
    ({ verdict, level }) => verdict === 'harness_error' || (verdict === 'not_exercised' && level === 'must'),
  );
  return other && `${other.case}*`;
}

/** Identifies a mutant by what it is, so that it stays the same if lines above it change. */
export function idOf({ file, place, original, replacement, index }: Mutant): string {
  const text = [file, place, original, replacement, index].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}
