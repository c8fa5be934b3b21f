import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { decideExitCode } from '../src/report/report.ts';
import { right, type Parts } from './right-client.ts';
import { findUnexpected, judgeWith } from './wrong-clients.ts';

test('a right client passes every case', async () => {
  const checks = await judgeWith();
  expect(checks.map((check) => check.case)).toEqual(cases.map((each) => each.case));
  expect(findUnexpected(checks, () => 'pass')).toEqual([]);
  expect(decideExitCode(checks, { strict: true, expectedFailures: new Map() })).toBe(0);
});

test('a client whose messages differ from call to call passes every case', async () => {
  let errors = 0;
  const readError: Parts['readError'] = (...args) => {
    const { message = '', ...error } = right.readError(...args);
    return { ...error, message: `${message} (error ${(errors += 1)})` };
  };
  expect(findUnexpected(await judgeWith(() => ({ readError })), () => 'pass')).toEqual([]);
});
