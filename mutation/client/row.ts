import type { Seen } from './judge.ts';
import type { Mutant } from './mutants.ts';

export const operations = ['listPets', 'createPet', 'getPet'] as const;

/** What became of a mutant. */
export interface Row {
  readonly mutant: Omit<Mutant, 'text'>;
  /** The operation that alone is changed; absent if all are. */
  readonly only?: (typeof operations)[number] | undefined;
  readonly seen: readonly Seen[];
  /** Whether the changed place was run. */
  readonly isReached: boolean;
}

const deviations = ['fail', 'warn', 'note', 'crash', 'hang'];

/** Returns the first case that saw a client: it deviated, crashed or hung there. */
export function caseOf({ seen }: Pick<Row, 'seen'>): number | undefined {
  return seen.find(({ verdict }) => deviations.includes(verdict))?.case;
}

/** Returns the first MUST that a client did not exercise: that makes the exit code 1, too. */
export function notExercised({ seen }: Pick<Row, 'seen'>): number | undefined {
  return seen.find(({ verdict, level }) => verdict === 'not_exercised' && level === 'must')?.case;
}

/** Identifies a mutant by what it is, so that it stays the same if lines above it change. */
export function keyOf({ file, place, original, replacement, index }: Row['mutant']): string {
  return [file, place, original, replacement, index].join('\n');
}
