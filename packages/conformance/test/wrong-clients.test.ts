// What belongs to the proof of wrong-clients.ts beside its mistakes: right clients pass, each case has a mistake, and variants of the
// mistakes are detected, too.
//
// PETSTORE_TEST_RUNS=20 judges the right client that many times, and compares the verdicts:
//
//   PETSTORE_TEST_RUNS=20 npx vitest run packages/conformance/test/wrong-clients.test.ts -t 'same verdicts'
import { drawSome } from '@petstore/test-support/short-run';
import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { decideExitCode } from '../src/judge-cases.ts';
import { Failure } from './exchange.ts';
import { noKnownCases } from './judge-client.ts';
import { right, type Parts } from './right-client.ts';
import { variants } from './variants.ts';
import { findUnexpected, judgeWith, mismatchVerdicts, mistakes } from './wrong-clients.ts';

const numbers = cases.map((each) => each.case);

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
