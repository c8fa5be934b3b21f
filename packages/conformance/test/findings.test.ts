// What a report says of a mismatch: what the client was asked and answered, and every finding.
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { ClientFixture } from '../src/adapter/client-fixture.ts';
import type { CheckReport } from '../src/report/report.ts';
import { judgeClient } from './judge-client.ts';
import { createFixture, right, type Parts } from './right-client.ts';

async function judgeCase(number: number, mistake: Partial<Parts>, wrap = (fixture: ClientFixture) => fixture) {
  const fixture = createFixture(() => mistake);
  const chosen = cases.filter((each) => each.case === number);
  const [check] = await judgeClient(wrap(fixture), chosen);
  fixture.close();
  return check ?? expect.unreachable();
}

/** Returns every sentence of a check. */
function sentences({ seen, alsoSeen }: CheckReport): readonly string[] {
  return [seen, ...alsoSeen];
}

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

test('a crash says to what, and ends the case', async () => {
  const crashing = (fixture: ClientFixture): ClientFixture => ({
    ...fixture,
    connect: async (options) => {
      const client = await fixture.connect(options);
      return {
        ...client,
        async listPets(query, context) {
          const result = await client.listPets?.(query, context);
          if (result !== undefined && 'error' in result) throw new Error('state: 3');
          return result ?? expect.unreachable();
        },
      };
    },
  });
  expect(sentences(await judgeCase(28, {}, crashing))).toEqual([
    'For listPets answered 499 and an Error body: The client threw: Error: state: 3',
  ]);
});

test('HEAD is judged for getPet too', async () => {
  const failing = (fixture: ClientFixture): ClientFixture => ({
    ...fixture,
    connect: async (options) => {
      const client = await fixture.connect(options);
      return {
        ...client,
        async getPet(petId, context) {
          const result = await client.getPet?.(petId, context);
          return context.method === 'HEAD' || result === undefined ? { error: { kind: 'decode' } } : result;
        },
      };
    },
  });
  expect((await judgeCase(44, {}, failing)).seen).toBe(
    'For HEAD of getPet {"petId":"1"} within 5000 ms answered 200 with Content-Encoding: gzip and {"id":1,"name":"Rex","categoryId":1}: It failed with decode.',
  );
});

test('a check has all findings, each once, and at most ten', async () => {
  const asDouble: Partial<Parts> = {
    creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: Number(pet.categoryId) }),
  };
  const rounded = sentences(await judgeCase(5, asDouble));
  expect(rounded.map((sentence) => /It sent .*/.exec(sentence)?.[0])).toEqual(
    ['', ',"status":"sold"'].flatMap((status) =>
      ['9007199254740992', '-9007199254740992', '9223372036854776000', '-9223372036854776000'].map(
        (digits) => `It sent {"name":"Rex","categoryId":${digits}${status}}.`,
      ),
    ),
  );
  const trimmed = sentences(await judgeCase(54, { creationOf: (pet) => ({ ...right.creationOf(pet), name: 'Rex' }) }));
  expect(trimmed).toHaveLength(10);
  expect(new Set(trimmed).size).toBe(10);
});

test('the log of a check ends with its first finding', async () => {
  const { log } = await judgeCase(5, { creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: 7 }) });
  expect(log.filter((line) => line.startsWith('run     >'))).toHaveLength(1);
});
