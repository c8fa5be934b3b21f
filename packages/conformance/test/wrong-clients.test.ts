// The proof that the run judges: the case of a mistake detects a client with that mistake, and no other case does, unless it is listed.
// In a short run, the cases that detect a mistake judge it, and four others.
//
// PETSTORE_TEST_RUNS=20 judges the right client that many times, and compares the verdicts:
//
//   PETSTORE_TEST_RUNS=20 npx vitest run packages/conformance/test/wrong-clients.test.ts -t 'same verdicts'
import { drawForEach, drawSome } from '@petstore/test-support/short-run';
import { beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { CheckReport, Verdict } from '../src/report/report.ts';
import { decideExitCode } from '../src/judge-cases.ts';
import { Failure } from './exchange.ts';
import { judgeClient, noKnownCases, startEach } from './judge-client.ts';
import { mistakes as commonMistakes, type Mistake } from './mistakes.ts';
import { rareMistakes } from './rare-mistakes.ts';
import { createFixture, right, type Parts } from './right-client.ts';
import { variants } from './variants.ts';

const mistakes = [...commonMistakes, ...rareMistakes];
const numbers = cases.map((each) => each.case);

async function judgeWith(mistake?: () => Partial<Parts>, chosen = cases): Promise<readonly CheckReport[]> {
  const fixture = createFixture(mistake);
  try {
    return await judgeClient(fixture, chosen);
  } finally {
    fixture.close();
  }
}

const mismatchVerdicts = { must: 'fail', should: 'warn', info: 'note' } as const;

/** Describes the checks whose verdict is not the wanted one. */
function findUnexpected(checks: readonly CheckReport[], wanted: (check: CheckReport) => Verdict): readonly string[] {
  return checks
    .filter((check) => check.verdict !== wanted(check))
    .map((check) => `${check.case} is ${check.verdict}, not ${wanted(check)}: ${check.seen}`);
}

function expectVerdicts({ case: own, alsoFails = [], notExercised = [], others = 'pass' }: Mistake) {
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

test('a right client passes every case', async () => {
  const checks = await judgeWith();
  expect(checks.map((check) => check.case)).toEqual(cases.map((each) => each.case));
  expect(findUnexpected(checks, () => 'pass')).toEqual([]);
  expect(decideExitCode(checks, { strict: true, ...noKnownCases })).toBe(0);
});

test('a client whose messages differ from call to call passes every case', async () => {
  const drawn = drawSome('cases for a client whose messages differ', numbers, 20);
  let errors = 0;
  const readError: Parts['readError'] = (...args) => {
    const { message = '', ...error } = right.readError(...args);
    return { ...error, message: `${message} (error ${(errors += 1)})` };
  };
  const some = cases.filter((each) => drawn.includes(each.case));
  expect(findUnexpected(await judgeWith(() => ({ readError }), some), () => 'pass')).toEqual([]);
});

test('there is a mistake for every case', () => {
  const numbers = [...new Set(mistakes.map((mistake) => mistake.case))];
  expect(numbers.sort((one, other) => one - other)).toEqual(cases.map((each) => each.case));
});

describe('only its case and the listed ones detect a client that', () => {
  let found: readonly Promise<readonly CheckReport[]>[] = [];
  const drawn = drawForEach('cases for wrong clients, beside those that detect them', mistakes.length, numbers, 4);
  beforeAll(() => {
    found = startEach(mistakes, 27, (mistake) => {
      const chosen = [mistake.case, ...(mistake.alsoFails ?? []), ...(drawn[mistakes.indexOf(mistake)] ?? [])];
      return judgeWith(
        mistake.make,
        cases.filter((each) => chosen.includes(each.case)),
      );
    });
    for (const checks of found) checks.catch(() => undefined); // its test reports the failure
  });

  for (const [index, mistake] of mistakes.entries()) {
    test(`${mistake.mistake} (${mistake.case})`, async () => {
      const checks = (await found[index]) ?? [];
      expect(findUnexpected(checks, expectVerdicts(mistake))).toEqual([]);
      const sentences = checks.filter(isMismatch).flatMap(({ seen, alsoSeen }) => [seen, ...alsoSeen]);
      expect(sentences.filter((sentence) => !saysToWhat.test(sentence))).toEqual([]);
    });
  }
});

test('a client that also repeats a list whose response is cut off passes the cases of cut responses', async () => {
  const some = cases.filter((each) => each.case === 31 || each.case === 32);
  const mayRepeat: Parts['mayRepeat'] = (request, outcome) => request.method === 'GET' && outcome instanceof Failure;
  expect(findUnexpected(await judgeWith(() => ({ mayRepeat }), some), () => 'pass')).toEqual([]);
});

test('a call whose request never arrived is made again', async () => {
  let isLost = true;
  const join: Parts['join'] = (...parts) => {
    if (!isLost) return right.join(...parts);
    isLost = false;
    throw new Failure({ kind: 'transport', outcome: 'unknown', message: 'The connection was closed.' });
  };
  const some = cases.filter((each) => each.case === 3);
  expect(findUnexpected(await judgeWith(() => ({ join }), some), () => 'pass')).toEqual([]);
  expect(isLost).toBe(false);
});

describe.concurrent('its case also detects a client that', () => {
  for (const { case: number, mistake, make } of variants) {
    test(`${mistake} (${number})`, async () => {
      const own = cases.filter((each) => each.case === number);
      expect(findUnexpected(await judgeWith(make, own), ({ level }) => mismatchVerdicts[level])).toEqual([]);
    });
  }
});

const runs = Number(process.env.PETSTORE_TEST_RUNS ?? 0);

// Without the variable, this test is absent instead of skipped: a skip means that the machine lacks something.
if (runs > 0) {
  test(`${runs} runs have the same verdicts`, async () => {
    for (let count = 0; count < runs; count++) expect(findUnexpected(await judgeWith(), () => 'pass')).toEqual([]);
  });
}
