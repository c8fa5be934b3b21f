// The proof that nothing right is blamed: clients that are right in an unusual way pass every case that they exercise.
import { describe, expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { CheckReport } from '../src/report/report.ts';
import { decideExitCode } from '../src/judge-cases.ts';
import { startWatch } from '../src/watch.ts';
import { judgeClient, noKnownCases } from './judge-client.ts';
import { createFixture } from './right-client.ts';
import { unusualClients, wrapFixture, type UnusualClient } from './unusual-clients.ts';


async function judgeAs(unusual: UnusualClient): Promise<readonly CheckReport[]> {
  const fixture = createFixture(unusual.make);
  const { only } = unusual;
  try {
    return await judgeClient(
      wrapFixture(fixture, unusual),
      cases.filter((each) => only?.includes(each.case) ?? true),
    );
  } finally {
    fixture.close();
  }
}

for (const unusual of unusualClients) {
  const { client, verdicts = {} } = unusual;
  test.concurrent(`nothing is wrong with a client that ${client}`, async () => {
    const checks = await judgeAs(unusual);
    const blamed = checks
      .filter((check) => check.verdict !== (verdicts[check.case] ?? 'pass'))
      .map((check) => `${check.case} is ${check.verdict}: ${check.seen}`);
    expect(blamed).toEqual([]);
    expect(decideExitCode(checks, { strict: true, ...noKnownCases })).toBe(0);
  });
}

/** Watches a client that does everything once. */
async function watchAs(unusual: UnusualClient): Promise<readonly CheckReport[]> {
  const fixture = createFixture(unusual.make);
  const watch = await startWatch('127.0.0.1', 0);
  const context = { timeoutMs: 60_000 };
  const { listPets, createPet, getPet } = await wrapFixture(fixture, unusual).connect(watch);
  await listPets?.({}, context);
  await listPets?.({ limit: '5', status: 'sold' }, context);
  await createPet?.({ name: 'Ω🐕', categoryId: '1' }, context);
  await createPet?.({ name: 'Rex', categoryId: '9007199254740993', status: 'sold' }, context);
  await getPet?.('1', context);
  fixture.close();
  return watch.stop(cases, 'again');
}

describe('a watch', () => {
  test.each(unusualClients.filter(({ lacks }) => lacks === undefined))(
    'finds nothing wrong with a client that $client',
    async (unusual) => {
      const checks = await watchAs(unusual);
      expect(checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not_supported')).toEqual([]);
    },
  );
});
