// The proof that nothing right is blamed: clients that are right in an unusual way pass every case that they exercise.
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { decideExitCode, type CheckReport } from '../src/report/report.ts';
import { checkClient } from './check-client.ts';
import { createFixture } from './right-client.ts';
import { unusualClients, wrapFixture, type UnusualClient } from './unusual-clients.ts';

const timed = new Set(cases.filter(({ isTimed }) => isTimed).map((each) => each.case));

async function checkAs(unusual: UnusualClient): Promise<readonly CheckReport[]> {
  const fixture = createFixture(unusual.make);
  try {
    return await checkClient(wrapFixture(fixture, unusual));
  } finally {
    fixture.close();
  }
}

for (const unusual of unusualClients) {
  const { client, verdicts = {} } = unusual;
  test.concurrent(`nothing is wrong with a client that ${client}`, async () => {
    // On a busy machine, a client may need more than a short time limit for two requests. That blames nobody.
    const checks = (await checkAs(unusual)).filter(
      ({ case: number, verdict }) => verdict !== 'not_exercised' || !timed.has(number),
    );
    const blamed = checks
      .filter((check) => check.verdict !== (verdicts[check.case] ?? 'pass'))
      .map((check) => `${check.case} is ${check.verdict}: ${check.seen}`);
    expect(blamed).toEqual([]);
    expect(decideExitCode(checks, { strict: true, expectedFailures: new Map() })).toBe(0);
  });
}
