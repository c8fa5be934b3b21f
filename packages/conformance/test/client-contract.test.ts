// The cases as checks for any test runner.
import { expect, onTestFinished, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { clientContract, type ClientFixture } from '../src/index.ts';
import { wrapCalls } from './changes.ts';
import { createFixture, right } from './right-client.ts';

/** Runs the check of a case. */
async function run(number: number, fixture: ClientFixture) {
  const check = clientContract.find((each) => each.case === number) ?? expect.unreachable();
  return check.run(fixture);
}

/** Makes a fixture of the right client, or of one with a mistake. */
function clientWith(...mistake: Parameters<typeof createFixture>) {
  const fixture = createFixture(...mistake);
  onTestFinished(fixture.close);
  return fixture;
}

test('the contract of a client has a check for each case', () => {
  expect(clientContract.map((check) => check.case)).toEqual(cases.map((each) => each.case));
});

test('a check resolves with its verdict if the client does what a MUST demands', async () => {
  await expect(run(24, clientWith())).resolves.toMatchObject({ case: 24, verdict: 'pass' });
  const withoutCode = clientWith(() => ({ readError: ({ status }) => ({ kind: 'api', status }) }));
  await expect(run(61, withoutCode)).resolves.toMatchObject({ verdict: 'warn' });
});

test('a check rejects with what was expected and seen, and the log, if the client deviates from a MUST', async () => {
  const wrong = clientWith(() => ({ readError: (...args) => ({ ...right.readError(...args), status: 418 }) }));
  await expect(run(24, wrong)).rejects.toThrow(/Expected: .*\nSeen: [^]*\nrun +> createPet/);
});

test('a check leaves no server listening', async () => {
  const { connect, ...fixture } = clientWith();
  const urls: string[] = [];
  await run(64, {
    ...fixture,
    connect(options) {
      urls.push(options.baseUrl);
      return connect(options);
    },
  });
  expect(new Set(urls.map((url) => new URL(url).port)).size).toBe(2);
  for (const url of urls) await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('a check says that an integer must be decimal digits if it gets a bigint', async () => {
  const fixture = wrapCalls(clientWith(), async (call) => {
    await call();
    return { ok: [{ id: 1n, name: 'Rex', categoryId: 1n }] };
  });
  await expect(run(11, fixture)).rejects.toThrow(/integers must be decimal digits in a string/);
});

test('an operation that the client does not have is not supported, but the first check rejects if it has none', async () => {
  const nothing: ClientFixture = { connect: () => ({}) };
  await expect(run(24, nothing)).resolves.toMatchObject({ verdict: 'not_supported' });
  await expect(run(1, nothing)).rejects.toThrow('no operation');
  const { connect } = clientWith();
  const oneOperation: ClientFixture = {
    connect: async (options) => {
      const { getPet } = await connect(options);
      return getPet === undefined ? {} : { getPet };
    },
  };
  await expect(run(1, oneOperation)).resolves.toMatchObject({ verdict: 'pass' });
});
