// A client that does nothing passes nothing: a case passes only if the client did what the case checks.
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { ClientFixture } from '../src/adapter/client-fixture.ts';
import type { AnswerError, ClientResult } from '../src/adapter/protocol.ts';
import { decideExitCode, type CheckReport } from '../src/report/report.ts';
import { wrapCalls } from './changes.ts';
import { checkClient } from './check-client.ts';
import { createFixture } from './right-client.ts';

const errors: readonly AnswerError[] = [
  { kind: 'api', status: 404, code: 'not_found', message: 'There is no such pet.' },
  { kind: 'transport', outcome: 'not_sent', message: 'The connection was refused.' },
  { kind: 'transport', outcome: 'unknown', message: 'The connection was lost.' },
  { kind: 'timeout', message: 'It took too long.' },
  { kind: 'decode', message: 'The response is no JSON.' },
  { kind: 'unsupported' },
];

const results: readonly ClientResult[] = [{ ok: [] }, { ok: null }, ...errors.map((error) => ({ error }))];

/** Makes a client that returns the same result to every call, after another client has made the call. */
function constantFixture(result: ClientResult, client?: ClientFixture): ClientFixture {
  return wrapCalls(client ?? createFixture(), async (call) => {
    if (client !== undefined) await call();
    return result;
  });
}

function passed(checks: readonly CheckReport[]): readonly number[] {
  return checks.filter(({ verdict }) => verdict === 'pass').map((check) => check.case);
}

function expectNothing(checks: readonly CheckReport[]): void {
  expect(checks).toHaveLength(cases.length);
  expect(passed(checks)).toEqual([]);
  expect(checks.filter(({ verdict }) => verdict === 'harness_error')).toEqual([]);
  expect(decideExitCode(checks, { strict: false, expectedFailures: new Map() })).toBe(1);
}

test.concurrent.each(results)('a client that sends nothing passes nothing, if it answers %j', async (result) => {
  expectNothing(await checkClient(constantFixture(result), cases));
});

test.concurrent('a client that hangs passes nothing', async () => {
  const hanging = wrapCalls(constantFixture({ ok: [] }), () => new Promise<never>(() => undefined));
  // All cases at once, each on its own harness, because each takes 8 s.
  expectNothing((await Promise.all(cases.map((each) => checkClient(hanging, [each], { timeout: 5_000 })))).flat());
});

test.concurrent('a client that throws passes nothing', async () => {
  const connect = () => {
    throw new Error('It is broken.');
  };
  const broken: ClientFixture = { ...constantFixture({ ok: [] }), connect };
  expectNothing(await checkClient(broken, cases));
});

/** The cases that judge only what a client sent or that it failed, and not what it returned. */
const sendingCases = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30, 36, 37, 39, 40, 41, 42, 45, 46, 49, 50, 53, 54, 59, 60, 62, 63, 64, 68, 74, 76, 78,
  85,
];

test.concurrent.each(results)(
  'a client that sends everything correctly, but answers %j, passes only the cases about sending',
  async (result) => {
    const client = createFixture();
    const others = cases.filter((each) => !sendingCases.includes(each.case));
    expect(passed(await checkClient(constantFixture(result, client), others))).toEqual([]);
    client.close();
  },
);
