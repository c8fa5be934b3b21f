// The proof that nothing right is blamed: clients that are right in an unusual way pass every case that they exercise.
import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { ConformanceCase } from '../src/player/conformance-case.ts';
import { decideExitCode, type CheckReport } from '../src/report/report.ts';
import { checkClient } from './check-client.ts';
import { createFixture } from './right-client.ts';
import { unusualClients, wrapFixture, type UnusualClient } from './unusual-clients.ts';

const isTimed = (each: ConformanceCase) => each.isTimed === true;

async function checkAs(unusual: UnusualClient, chosen: readonly ConformanceCase[]): Promise<readonly CheckReport[]> {
  const fixture = createFixture(unusual.make);
  try {
    return await checkClient(wrapFixture(fixture, unusual), chosen);
  } finally {
    fixture.close();
  }
}

// The cases that judge by the clock come after the others, which keep the machine busy.
describe.each([
  ['', cases.filter((each) => !isTimed(each))],
  [', also by the clock', cases.filter(isTimed)],
])('nothing is wrong%s', (_how, chosen) => {
  test.concurrent.each(unusualClients)('with a client that $client', async (unusual) => {
    const { verdicts = {} } = unusual;
    const checks = await checkAs(unusual, chosen);
    const blamed = checks
      .filter((check) => check.verdict !== (verdicts[check.case] ?? 'pass'))
      .map((check) => `${check.case} is ${check.verdict}: ${check.seen}`);
    expect(blamed).toEqual([]);
    const isJudged = checks.some(({ verdict }) => verdict === 'pass');
    expect(decideExitCode(checks, { strict: true, expectedFailures: new Map() })).toBe(isJudged ? 0 : 1);
  });
});
