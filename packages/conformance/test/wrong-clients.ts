// The proof that the run judges: the case of a mistake detects a client with that mistake, and no other case does, unless it is listed.
import { expect } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { CheckReport, Verdict } from '../src/report/report.ts';
import { checkClient } from './check-client.ts';
import { mistakes as commonMistakes, type Mistake } from './mistakes.ts';
import { rareMistakes } from './rare-mistakes.ts';
import { createFixture, type Parts } from './right-client.ts';

export const mistakes = [...commonMistakes, ...rareMistakes];

/** Judges the right client, or one with a mistake. */
export async function checkWith(mistake?: () => Partial<Parts>, chosen = cases): Promise<readonly CheckReport[]> {
  const fixture = createFixture(mistake);
  try {
    return await checkClient(fixture, chosen);
  } finally {
    fixture.close();
  }
}

export const mismatchVerdicts = { must: 'fail', should: 'warn', info: 'note' } as const;

/** Describes the checks whose verdict is not the wanted one. */
export function findUnexpected(
  checks: readonly CheckReport[],
  wanted: (check: CheckReport) => Verdict,
): readonly string[] {
  return checks
    .filter((check) => check.verdict !== wanted(check))
    .map((check) => `${check.case} is ${check.verdict}, not ${wanted(check)}: ${check.seen}`);
}

/** Says which verdict each case gives to a client with a mistake. */
export function expectVerdicts({ case: own, alsoFails, notExercised = [], others = 'pass' }: Mistake) {
  const detecting = [own, ...alsoFails];
  return (check: CheckReport): Verdict => {
    if (detecting.includes(check.case)) return mismatchVerdicts[check.level];
    return notExercised.includes(check.case) ? 'not_exercised' : others;
  };
}

/** What a sentence about a mistake begins with. */
const saysToWhat = /^(?:For|After) (?:HEAD of )?(?:listPets|createPet|getPet)\b/;

function isMismatch({ verdict }: CheckReport): boolean {
  return verdict === 'fail' || verdict === 'warn' || verdict === 'note';
}

/** Expects that the cases that detect a mistake, and no other one of those that are chosen, detect a client with this mistake. */
export async function expectDetected(mistake: Mistake, chosen = cases): Promise<void> {
  const checks = await checkWith(mistake.make, chosen);
  expect(findUnexpected(checks, expectVerdicts(mistake))).toEqual([]);
  const sentences = checks.filter(isMismatch).map(({ seen }) => seen);
  expect(sentences.filter((sentence) => !saysToWhat.test(sentence))).toEqual([]);
}
