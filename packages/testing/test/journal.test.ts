import { parseOptions, unwrap } from '@petstore/core';
import { openRawConnection, writeGet } from '@petstore/test-support/raw-http';
import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../src/index.ts';
import { createBudget } from '../src/journal/budget.ts';
import { createJournal, type Journal } from '../src/journal/journal.ts';
import { waitForRequests } from '../src/journal/wait-for-requests.ts';
import { createTestLifetime } from '../src/test-lifetime.ts';
import { testStoreOptionsSchema } from '../src/test-store-options.ts';
import { creation, ways } from './test-stores.ts';

describe.each(ways)('the requests of $way', ({ open }) => {
  test('hold what was sent, decoded exactly, and what was answered', async () => {
    const { call, requests } = await open();
    const body = '{"name":"Rex","categoryId":9007199254740993}';
    await call('/pets?a=1', { method: 'POST', body, headers: { 'X-Trace': '7' } });
    expect(requests()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
        method: 'POST',
        path: '/v1/pets',
        query: 'a=1',
        headers: expect.objectContaining({ 'x-trace': '7', authorization: 'Bearer ***' }) as unknown,
        body,
        json: { name: 'Rex', categoryId: 9007199254740993n },
        operation: 'createPet',
        status: 201,
        faults: [],
      },
    ]);
  });

  test('include failed ones, without a body that the store did not read', async () => {
    const { call, requests } = await open({ apiKeys: ['right'] });
    await call('/pets', { ...creation, headers: { Authorization: 'Bearer wrong' } });
    await call('/nothing');
    await call('/pets', { method: 'POST', body: 'no JSON' });
    expect(requests()).toMatchObject([
      { operation: 'createPet', status: 401, headers: { authorization: 'Bearer ***' } },
      { path: '/v1/nothing', status: 404 },
      { operation: 'createPet', status: 400, body: 'no JSON' },
    ]);
    expect(requests()[0]).not.toHaveProperty('body');
    expect(requests()[1]).not.toHaveProperty('operation');
    expect(requests()[2]).not.toHaveProperty('json');
  });

  test.each(['pets', 'v1', '7', 'true'])('lose a key in any part, and nothing else: %s', async (key) => {
    const { call, requests } = await open({ apiKeys: [key, 'other/key'] });
    const body = JSON.stringify({ name: `<${key}>`, categoryId: 7, tags: [key, 'other/key'], wild: true }).replace(
      'other/key',
      'other\\u002fkey',
    ); // escaped, as JSON may be
    const headers = { 'X-Key': `is ${key}!`, 'X-Kind': `${key}s unknown`, Cookie: 'other/key' };
    await call(`/pets?limit=7&key=${key}&other=other%2Fkey`, { method: 'POST', body, headers });
    expect(requests()).toMatchObject([
      {
        path: '/v1/pets',
        query: `limit=${key === '7' ? '***' : '7'}&key=***&other=***`,
        headers: { 'content-type': 'application/json', 'x-key': 'is ***!', 'x-kind': `${key}s unknown`, cookie: '***' },
        json: { name: '<***>', categoryId: 7, tags: ['***', '***'], wild: true },
      },
    ]);
  });

  test('never hold a key from another part of the path, from malformed JSON, or from a malformed Authorization', async () => {
    const { call, requests } = await open({ apiKeys: ['a/v1'] });
    for (const path of ['/a/v1', '/a/v1/pets', '/pets/a/v1']) await call(path);
    await call('/pets', { method: 'POST', body: '{"name":"a/v1",a/v1}' });
    expect(requests().map(({ path, body }) => body ?? path)).toEqual([
      '/v1/***',
      '/v1/***/pets',
      '/v1/pets/***',
      '{"name":"***",***}',
    ]);
    for (const wrong of ['a/v1', 'a/v1, Bearer a/v1', 'Bearer a/v1, Bearer wrong', 'a/v1 Bearer']) {
      await call('/pets', { headers: { Authorization: wrong, 'Proxy-Authorization': wrong } });
    }
    expect(requests()).toHaveLength(8);
    expect(JSON.stringify(requests().slice(4))).not.toMatch(/a\/v1|wrong/);
  });

  test('lose a key in a body whose string is too long for a pattern', async () => {
    const { call, requests } = await open({ apiKeys: ['my-key'], maxBodyBytes: 2 ** 20 });
    const body = JSON.stringify({ name: `${'a'.repeat(1_000_000)} my-key`, categoryId: 1 });
    expect((await call('/pets', { ...creation, body })).status).toBe(201);
    expect(requests()[0]?.body).toBe(body.replace('my-key', '***'));
  });

  test('show a body with its byte order mark and its bytes that are not UTF-8', async () => {
    const { call, requests } = await open({ apiKeys: ['a-key'] });
    const json = '\uFEFF{"name":"Rex","categoryId":1}';
    expect((await call('/pets', { method: 'POST', body: json })).status).toBe(201);
    const broken = Buffer.concat([Buffer.from('{"name":"'), Buffer.of(0xff, 0xfe), Buffer.from(' a-key"}')]);
    expect((await call('/pets', { method: 'POST', body: broken })).status).toBe(400);
    const [marked, invalid] = requests();
    expect(marked).toMatchObject({ body: json, json: { name: 'Rex', categoryId: 1 } });
    expect(marked).not.toHaveProperty('bodyBase64');
    expect(invalid?.body).toBe('{"name":"\uFFFD\uFFFD ***"}');
    expect(Buffer.from(invalid?.bodyBase64 ?? '', 'base64').toString('latin1')).toBe('{"name":"ÿþ ***"}');
    expect(invalid).not.toHaveProperty('json');
  });

  test('can be waited for, with their bodies', async () => {
    const { call, waitForRequests, setScript } = await open();
    const waited = waitForRequests(2);
    setScript([{ operation: 'createPet', fault: 'STALL_HEADERS' }]);
    await call('/pets');
    void call('/pets', { method: 'POST', body: '{"name":"Rex"}' }).catch(() => undefined); // it ends with the test
    expect(await waited).toMatchObject([{ status: 200 }, { json: { name: 'Rex' }, faults: ['STALL_HEADERS'] }]);
    expect(await waitForRequests(1, { timeout: 0 })).toHaveLength(2);
  });

  test('can be waited for until a timeout, whose error names those that came', async () => {
    const { call, waitForRequests, reset } = await open();
    await call('/pets');
    await call('/pets', { method: 'POST', body: '{}' });
    await expect(waitForRequests(3, { timeout: 10 })).rejects.toThrow(
      new Error('Waited 10 ms for 3 requests: 2 came: GET /v1/pets 200, POST /v1/pets 400.'),
    );
    const waited = expect(waitForRequests(3)).rejects.toThrow(
      new Error('The wait for 3 requests ended, because the store was reset or closed: 0 came.'),
    );
    reset();
    await waited;
    await expect(waitForRequests(0)).rejects.toThrow(/^waitForRequests: the number of requests .* 1 /);
    await expect(waitForRequests('2' as never)).rejects.toThrow(TypeError);
    await expect(waitForRequests(1, { timeout: -1 })).rejects.toThrow(/^timeout .* 0 /);
    await expect(waitForRequests(1, { timout: 1 } as never)).rejects.toThrow(/^timout .*timeout/);
  });

  test('can be forgotten; those that are being answered are not recorded again', async () => {
    const { call, requests, forgetRequests, waitForRequests, store, setScript } = await open({ maxRequests: 2 });
    for (let i = 0; i < 3; i++) await call('/pets', creation);
    setScript([{ delay: 100 }, { respond: { status: 503 } }]);
    const pending = call('/pets');
    await waitForRequests(4);
    forgetRequests();
    expect([requests(), (await unwrap(store.listPets())).length]).toEqual([[], 3]);
    expect((await pending).status).toBe(200);
    await expect(waitForRequests(1, { timeout: 0 })).rejects.toThrow(': 0 came.');
    expect((await call('/pets')).status).toBe(503);
    expect(await waitForRequests(1)).toHaveLength(1);
  });

  test('are copies, which a test may change', async () => {
    const { call, requests } = await open({ script: [{ fault: 'PROXY_HTML_502' }] });
    await call('/pets');
    const before = structuredClone(requests());
    const [copy] = requests() as unknown as { headers: Record<string, string>; faults: string[] }[];
    copy?.faults.pop();
    delete copy?.headers.authorization;
    expect(requests()).toEqual(before);
  });

  test('are bounded in number: the oldest are left out and counted', async () => {
    const { call, requests, requestsLeftOut, reset } = await open({ maxRequests: 2 });
    for (const limit of [1, 2, 3]) await call(`/pets?limit=${limit}`);
    expect(requests().map(({ query }) => query)).toEqual(['limit=2', 'limit=3']);
    expect(requestsLeftOut()).toBe(1);
    reset();
    expect(requestsLeftOut()).toBe(0);
  });

  test('are bounded in bytes: 1 MiB', async () => {
    const { call, requests, requestsLeftOut } = await open({ maxBodyBytes: 2 ** 21 });
    const invalid = Buffer.alloc(2 ** 19, 0xff); // 3 bytes each as text, beside the Base64
    const body = 'a'.repeat(2 ** 19 - 10_000);
    for (const sent of [invalid, body, body]) await call('/pets', { method: 'POST', body: sent });
    expect(requests().map((request) => request.body)).toEqual([body, body]);
    await call('/pets', { method: 'POST', body: 'a'.repeat(2 ** 20) });
    expect([requests(), requestsLeftOut()]).toEqual([[], 4]);
  });
});

test('a request with two Set-Cookie fields is recorded and answered', async () => {
  const server = await startTestServer({ apiKeys: ['key'] });
  onTestFinished(() => server.close());
  const connection = await openRawConnection(Number(new URL(server.url).port));
  connection.write(writeGet('key').replace('\r\n\r\n', '\r\nSet-Cookie: a=key\r\nSet-Cookie: b=2\r\n\r\n'));
  await connection.receives(/^HTTP\/1\.1 200 OK/);
  expect(server.requests()).toMatchObject([{ status: 200, headers: { 'set-cookie': 'a=***, b=2' } }]);
});

test('a store for tests keeps the newest 1,000 requests by default', () => {
  expect(parseOptions(testStoreOptionsSchema, {})).toMatchObject({ maxRequests: 1_000 });
});

describe('the journal of requests', () => {
  const head = { method: 'GET', path: '/v1/pets', query: '', headers: {}, operation: undefined };
  const open = () => createJournal(10, (text) => text);

  test('shares a budget: the oldest requests of all journals are left out', () => {
    const shared = createBudget(10_000);
    const [first, second] = [0, 1].map(() => createJournal(10, (text) => text, shared)) as [Journal, Journal];
    const record = (journal: Journal, query: string) =>
      journal.record({ ...head, query })({ body: Buffer.alloc(4_000) });
    record(first, '1');
    record(second, '2');
    record(first, '3');
    const queries = () => [first, second].map((journal) => journal.requests().map(({ query }) => query));
    expect(queries()).toEqual([['3'], ['2']]);
    expect(first.countLeftOut()).toBe(1);
    second.clear();
    record(first, '4');
    expect(queries()).toEqual([['3', '4'], []]);
    second.record(head)({ body: Buffer.alloc(20_000) });
    record(first, '5');
    expect(queries()).toEqual([['5'], []]);
  });

  test('does not count a request that began before it was cleared', () => {
    const journal = open();
    const update = journal.record(head);
    journal.clear();
    update({ hasArrived: true });
    expect(journal.countArrivals()).toBe(0);
  });

  test('keeps no timer and no listener once a wait is abandoned', async () => {
    const journal = open();
    const gone = new AbortController();
    const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = countTimers();
    const waited = waitForRequests(journal, createTestLifetime(), 1, 60_000, gone.signal);
    expect(countTimers()).toBe(before + 1);
    gone.abort();
    expect(countTimers()).toBe(before);
    await expect(waited).rejects.toThrow('The wait for 1 requests ended');
    expect(getEventListeners(gone.signal, 'abort')).toEqual([]);
  });

  test('keeps no listener once a wait is over', async () => {
    const journal = open();
    const stops: (() => void)[] = [];
    const onArrival: Journal['onArrival'] = (listener) => {
      const stop = vi.fn(journal.onArrival(listener));
      stops.push(stop);
      return stop;
    };
    const waited = waitForRequests({ ...journal, onArrival }, createTestLifetime(), 1, 60_000);
    journal.record(head)({ hasArrived: true });
    expect(await waited).toHaveLength(1);
    expect(stops).toHaveLength(1);
    expect(stops[0]).toHaveBeenCalledOnce();
  });
});
