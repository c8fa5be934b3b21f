// Why a mutant that no case sees is right.
import type { Row } from './row.ts';

interface Reason {
  readonly reason: string;
  readonly matches: (mutant: Row['mutant']) => boolean;
}

const reasons: readonly Reason[] = [];

/** Returns why a mutant is right; `undefined` if nobody has said so. */
export function reasonFor({ mutant }: Row): string | undefined {
  return reasons.find(({ matches }) => matches(mutant))?.reason;
}
