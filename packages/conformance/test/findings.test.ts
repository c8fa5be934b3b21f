// What a report says of a mismatch: what the client was asked and answered.
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { ClientFixture, ClientUnderTest } from '../src/adapter/client-fixture.ts';
import { checkClient } from './check-client.ts';
import { createFixture, right, type Parts } from './right-client.ts';

async function judgeCase(number: number, mistake: Partial<Parts>, wrap = (fixture: ClientFixture) => fixture) {
  const fixture = createFixture(() => mistake);
  const chosen = cases.filter((each) => each.case === number);
  const [check] = await checkClient(wrap(fixture), chosen);
  fixture.close();
  return check ?? expect.unreachable();
}

/** Makes a fixture whose client differs in some operations. */
const changing =
  (change: (client: ClientUnderTest) => ClientUnderTest) =>
  (fixture: ClientFixture): ClientFixture => ({
    ...fixture,
    connect: async (options) => {
      const client = await fixture.connect(options);
      return { ...client, ...change(client) };
    },
  });

const isRefused = { isFinal: (status: number) => status >= 103 };

test.each<[what: string, number: number, mistake: Partial<Parts>, seen: string]>([
  [
    'a response of a script',
    37,
    {
      mayRepeat: ({ method }, outcome) => method === 'POST' && 'status' in outcome && 'retry-after' in outcome.headers,
    },
    'For createPet {"name":"Rex","categoryId":"1"} answered 503 with Retry-After: 0 and an Error body: It sent the request 4 times.',
  ],
  [
    'bytes',
    21,
    isRefused,
    'For listPets answered 103 with Link: </style.css>; rel=preload; as=style, then 102, then 103 with Link: </other.css>; rel=preload; as=style, then 200 with Content-Length: 38 and [{"id":1,"name":"Rex","ca',
  ],
  [
    'a fault',
    26,
    { readError: (response, parts) => ({ ...right.readError(response, parts), status: 500 }) },
    'For listPets answered by the fault PROXY_HTML_502: It failed with api {"status":500,',
  ],
  [
    'a store without a script',
    8,
    { keyHeaders: (apiKey = '') => ({ Authorization: `Bearer ${apiKey}`, 'X-Api-Key': apiKey }) },
    'For listPets answered 200: It sent the key as x-api-key: ***.',
  ],
])('a mismatch says to %s (%i)', async (_what, number, mistake, seen) => {
  const check = await judgeCase(number, mistake);
  expect(check.seen.slice(0, seen.length)).toBe(seen);
});

test('a crash says to what', async () => {
  const crashing = changing((client) => ({
    async listPets(query, context) {
      const result = await client.listPets?.(query, context);
      if (result !== undefined && 'error' in result) throw new Error('state: 3');
      return result ?? expect.unreachable();
    },
  }));
  expect((await judgeCase(28, {}, crashing)).seen).toBe(
    'For listPets answered 499 and an Error body: The client threw: Error: state: 3',
  );
});

test('a client that reports a timeout as a lost connection is not judged about timeouts', async () => {
  const mistelling = changing((client) => ({
    async listPets(query, context) {
      const result = (await client.listPets?.(query, context)) ?? expect.unreachable();
      const isTimeout = 'error' in result && result.error.kind === 'timeout';
      return isTimeout ? { error: { kind: 'transport' } } : result;
    },
  }));
  expect(await judgeCase(34, {}, mistelling)).toMatchObject({
    verdict: 'not_exercised',
    seen: expect.stringMatching(/: It failed with transport\. .* a timeout is an error of kind timeout\.$/) as string,
  });
});

test('HEAD is judged for getPet too', async () => {
  const failing = changing((client) => ({
    async getPet(petId, context) {
      const result = await client.getPet?.(petId, context);
      return context.method === 'HEAD' || result === undefined ? { error: { kind: 'decode' } } : result;
    },
  }));
  expect((await judgeCase(44, {}, failing)).seen).toBe(
    'For HEAD of getPet {"petId":"1"} within 5000 ms answered 200 with Content-Encoding: gzip and {"id":1,"name":"Rex","categoryId":1}: It failed with decode.',
  );
});

test('the first finding of a case is the finding, and ends the case', async () => {
  const { seen, log } = await judgeCase(5, { creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: 7 }) });
  expect(seen).toMatch(/: It sent \{"name":"Rex","categoryId":7\}\.$/);
  expect(log.filter((line) => line.startsWith('run     >'))).toHaveLength(1);
});

test('an error of kind api with the status of a success is a mistake of the adapter', async () => {
  const succeeding = (fixture: ClientFixture): ClientFixture => ({
    ...fixture,
    connect: () => ({ listPets: () => Promise.resolve({ error: { kind: 'api', status: 201 } }) }),
  });
  expect(await judgeCase(11, {}, succeeding)).toMatchObject({
    verdict: 'harness_error',
    seen: expect.stringMatching(
      /^The adapter wrote .* 201, which is that of a success\. .* of kind decode\.$/,
    ) as string,
  });
});
