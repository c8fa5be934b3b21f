// What a report says of a mismatch: what the client was asked and answered.
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { Verdict } from '../src/report/report.ts';
import { wrapCalls, type WrapCall } from './changes.ts';
import { checkClient } from './check-client.ts';
import { readWhatArrives } from './mistakes.ts';
import { createOwnExchange } from './own-http.ts';
import { createFixture, right, type Parts } from './right-client.ts';

async function judgeCase(
  number: number,
  mistake: Partial<Parts>,
  wrap: WrapCall = (call) => call(),
  maxLateness = Infinity,
) {
  const fixture = createFixture(() => mistake);
  const chosen = cases.filter((each) => each.case === number);
  const [check] = await checkClient(wrapCalls(fixture, wrap), chosen, { maxLateness });
  fixture.close();
  return check ?? expect.unreachable();
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
])('a finding begins with the call and what answered it: %s (%i)', async (_what, number, mistake, seen) => {
  const check = await judgeCase(number, mistake);
  expect(check.seen.slice(0, seen.length)).toBe(seen);
});

test.each<[number: number, change: (body: string) => string, mistake: Partial<Parts>, seen: string]>([
  [
    31,
    (body) => body.slice(0, -9),
    { readBody: (response, deadline) => readWhatArrives(response, deadline, 'content-length') },
    'It returned [{"id":1,"name":"Rex","catego.',
  ],
  [86, (body) => `${body}HTTP/1.1 200 OK`, {}, 'It returned 53 bytes for a body of 38.'],
  [88, (body) => `${body}\r\n`, { exchange: () => createOwnExchange({}) }, 'It returned 40 bytes for a body of 38.'],
])('what a client returns as bytes is compared as bytes (%i)', async (number, change, mistake, seen) => {
  let calls = 0;
  const { verdict, seen: sentence } = await judgeCase(number, {
    ...mistake,
    resultOf({ status, text }) {
      calls += 1; // the first call asks whether it can read at all
      return { response: { status, base64: Buffer.from(calls === 1 ? text : change(text)).toString('base64') } };
    },
  });
  expect(verdict).toBe('fail');
  expect(sentence).toContain(seen);
});

test('the log of a case has neither key', async () => {
  const { log } = await judgeCase(49, {});
  expect(log.filter((line) => /authorization: bearer/i.test(line))).toEqual(
    expect.arrayContaining([expect.stringMatching(/: Bearer \*{3}$/)]),
  );
  expect(log.filter((line) => /bearer (?!\*{3}$)/i.test(line))).toEqual([]);
});

test('a case ends with its first finding', async () => {
  const { seen, log } = await judgeCase(5, { creationOf: (pet) => ({ ...right.creationOf(pet), categoryId: 7 }) });
  expect(seen).toMatch(/: It sent \{"name":"Rex","categoryId":7\}\.$/);
  expect(log.filter((line) => line.startsWith('run     >'))).toHaveLength(1);
});

test.each<[finding: string, number: number, wrap: WrapCall, verdict: Verdict, seen: RegExp, maxLateness?: number]>([
  [
    'the finding of a crash begins with the call and what answered it',
    28,
    async (call) => {
      const result = await call();
      if ('error' in result) throw new Error('state: 3');
      return result;
    },
    'fail',
    /^For listPets answered 499 and an Error body: The client threw: Error: state: 3$/,
  ],
  [
    'a client that reports a timeout as a lost connection is not judged about timeouts',
    34,
    async (call) => {
      const result = await call();
      const isTimeout = 'error' in result && result.error.kind === 'timeout';
      return isTimeout ? { error: { kind: 'transport' } } : result;
    },
    'not_exercised',
    /: It failed with transport\. .* a timeout is an error of kind timeout\.$/,
  ],
  [
    'a case about time is not exercised if a timer of the run fires much too late',
    34,
    (call) => {
      const end = performance.now() + 100;
      while (performance.now() < end);
      return call();
    },
    'not_exercised',
    /The machine is overloaded: a timer of the run fired \d+ ms too late\. It failed/,
    20,
  ],
  [
    'HEAD is judged for getPet too',
    44,
    async (call, { petId }, { method }) => {
      const result = await call();
      return method === 'HEAD' && petId !== undefined ? { error: { kind: 'decode' } } : result;
    },
    'fail',
    /^For HEAD of getPet \{"petId":"1"\} within 5000 ms answered 200 with Content-Encoding: gzip and \{"id":1,"name":"Rex","categoryId":1\}: It failed with decode\.$/,
  ],
  [
    'an error of kind api with the status of a success is a mistake of the adapter',
    11,
    () => Promise.resolve({ error: { kind: 'api', status: 201 } }),
    'harness_error',
    /^The adapter wrote .* 201, which is that of a success\. .* of kind decode\.$/,
  ],
])('%s (%i)', async (_finding, number, wrap, verdict, seen, maxLateness) => {
  const check = await judgeCase(number, {}, wrap, maxLateness);
  expect(check).toMatchObject({ verdict, seen: expect.stringMatching(seen) as string });
});
