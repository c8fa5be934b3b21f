import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { decideExitCode } from '../src/report/report.ts';
import { findUnexpected, judgeWith } from './wrong-clients.ts';

test('a right client passes every case', async () => {
  const checks = await judgeWith();
  expect(checks.map((check) => check.case)).toEqual(cases.map((each) => each.case));
  expect(findUnexpected(checks, () => 'pass')).toEqual([]);
  expect(decideExitCode(checks, { strict: true, expectedFailures: new Map() })).toBe(0);
});
