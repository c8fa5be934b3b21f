// The proof that the run judges: a client that makes one mistake deviates in its case, and in no other that the mistake does not list.
//
// PETSTORE_TEST_RUNS=20 looks that many times at the right client, and compares the verdicts:
//
//   PETSTORE_TEST_RUNS=20 npx vitest run packages/conformance/test/wrong-clients.test.ts -t 'same verdicts'
import { beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { CheckReport, Verdict } from '../src/report.ts';
import { exitCodeOf } from '../src/run.ts';
import { Failure } from './exchange.ts';
import { eachOf, judged } from './judged.ts';
import { mistakes, type Mistake } from './mistakes.ts';
import { createFixture, right, type Parts } from './right-client.ts';
import { variants } from './variants.ts';

async function judgedWith(mistake?: () => Partial<Parts>, some = cases): Promise<readonly CheckReport[]> {
  const fixture = createFixture(mistake);
  try {
    return await judged(fixture, some);
  } finally {
    fixture.close();
  }
}

const deviations = { must: 'fail', should: 'warn', info: 'note' } as const;

/** Returns the checks whose verdict is not the wanted one, with what was seen. */
function unexpected(checks: readonly CheckReport[], wanted: (check: CheckReport) => Verdict): readonly string[] {
  return checks
    .filter((check) => check.verdict !== wanted(check))
    .map((check) => `${check.case} is ${check.verdict}, not ${wanted(check)}: ${check.seen}`);
}

function verdictFor({ case: own, alsoFails = [], notExercised = [], others = 'pass' }: Mistake) {
  const seeing = [own, ...alsoFails];
  return (check: CheckReport): Verdict => {
    if (seeing.includes(check.case)) return deviations[check.level];
    return notExercised.includes(check.case) ? 'not_exercised' : others;
  };
}

test('a right client passes every case', async () => {
  const checks = await judgedWith();
  expect(checks.map((check) => check.case)).toEqual(cases.map((each) => each.case));
  expect(unexpected(checks, () => 'pass')).toEqual([]);
  expect(exitCodeOf(checks, { strict: true, expectedFailures: new Map(), knownFlaky: new Map() })).toBe(0);
});

test('a client whose messages differ from call to call passes every case', async () => {
  let errors = 0;
  const readError: Parts['readError'] = (...answer) => {
    const { message = '', ...error } = right.readError(...answer);
    return { ...error, message: `${message} (error ${(errors += 1)})` };
  };
  expect(unexpected(await judgedWith(() => ({ readError })), () => 'pass')).toEqual([]);
});

test('there is a mistake for every case', () => {
  expect([...new Set(mistakes.map((mistake) => mistake.case))]).toEqual(cases.map((each) => each.case));
});

describe('its case, and no other that is not listed, sees a client that', () => {
  let found: readonly Promise<readonly CheckReport[]>[] = [];
  beforeAll(() => {
    found = eachOf(mistakes, 27, ({ make }) => judgedWith(make));
    for (const checks of found) checks.catch(() => undefined); // its test reports the failure
  });

  for (const [index, mistake] of mistakes.entries()) {
    test(`${mistake.mistake} (${mistake.case})`, async () => {
      expect(unexpected((await found[index]) ?? [], verdictFor(mistake))).toEqual([]);
    });
  }
});

test('a client that also repeats a list whose answer is cut off passes the cases of cut answers', async () => {
  const some = cases.filter((each) => each.case === 31 || each.case === 32);
  const mayRepeat: Parts['mayRepeat'] = (request, outcome) => request.method === 'GET' && outcome instanceof Failure;
  expect(unexpected(await judgedWith(() => ({ mayRepeat }), some), () => 'pass')).toEqual([]);
});

test('a call whose request never arrived is made again', async () => {
  let isLost = true;
  const join: Parts['join'] = (...parts) => {
    if (!isLost) return right.join(...parts);
    isLost = false;
    throw new Failure({ kind: 'transport', outcome: 'unknown', message: 'The connection was closed.' });
  };
  const some = cases.filter((each) => each.case === 3);
  expect(unexpected(await judgedWith(() => ({ join }), some), () => 'pass')).toEqual([]);
  expect(isLost).toBe(false);
});

describe.concurrent('a case that looks several times also sees a client that', () => {
  for (const { case: number, mistake, make } of variants) {
    test(`${mistake} (${number})`, async () => {
      const own = cases.filter((each) => each.case === number);
      expect(unexpected(await judgedWith(make, own), ({ level }) => deviations[level])).toEqual([]);
    });
  }
});

const runs = Number(process.env.PETSTORE_TEST_RUNS ?? 0);

// Without the variable, this test is absent and not skipped: a skip means that the machine lacks something.
if (runs > 0) {
  test(`${runs} runs have the same verdicts`, async () => {
    for (let count = 0; count < runs; count++) expect(unexpected(await judgedWith(), () => 'pass')).toEqual([]);
  });
}
