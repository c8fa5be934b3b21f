import { describe, expect, test } from 'vitest';
import { creation, ways } from './opened.ts';

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

  test('hold those that fail, without a body that the store did not read', async () => {
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

  test('never hold a key, wherever it stands and however it is written', async () => {
    const key = 'S3cret"\\/k~';
    const { call, requests } = await open({ apiKeys: [key, `${key}-2`] });
    const encoded = encodeURIComponent(key);
    const everyByte = Array.from(Buffer.from(key), (byte) => `%${byte.toString(16)}`).join('');
    const body = JSON.stringify({ name: key, categoryId: 1, note: `${key}-2` }).replace('S3', String.raw`\u00533`);
    await call(`/pets/${encoded}?a=${everyByte}&b=${encoded}`, { headers: { 'X-Key': `is ${key}-2!`, Cookie: key } });
    await call('/pets', { method: 'POST', body });
    const [first, second] = requests();
    expect(first).toMatchObject({ path: '/v1/pets/***', query: 'a=***&b=***', headers: { 'x-key': 'is ***!' } });
    expect(second).toMatchObject({ status: 201, json: { name: '***', categoryId: 1, note: '***' } });
    expect(JSON.stringify(requests())).not.toMatch(/3cret|%33%63/i);
  });

  test('never hold a key in an Authorization header that is written in a wrong way', async () => {
    const { call, requests } = await open({ apiKeys: ['right'] });
    for (const wrong of ['right', 'right, Bearer right', 'Bearer right, Bearer right', 'right Bearer']) {
      await call('/pets', { headers: { Authorization: wrong, 'Proxy-Authorization': wrong } });
    }
    expect(requests()).toHaveLength(4);
    expect(JSON.stringify(requests())).not.toContain('right');
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

  test('are the newest 1,000 by default', async () => {
    const { call, requests, requestsLeftOut } = await open();
    for (let i = 0; i <= 1_000; i++) await call(`/pets?limit=${i}`);
    expect([requests().length, requests()[0]?.query, requestsLeftOut()]).toEqual([1_000, 'limit=1', 1]);
  });

  test('have a mebibyte by default', async () => {
    const { call, requests, requestsLeftOut } = await open({ maxBodyBytes: 2 ** 20 });
    const create = (length: number) =>
      call('/pets', { method: 'POST', body: JSON.stringify({ name: 'R'.repeat(length), categoryId: 1 }) });
    await create(2 ** 20 - 2_000);
    expect([requests().length, requestsLeftOut()]).toEqual([1, 0]);
    await create(2_000);
    expect([requests().length, requestsLeftOut()]).toEqual([1, 1]);
  });

  test('are bounded in bytes, bodies included', async () => {
    const { call, requests, requestsLeftOut } = await open({ maxRequestBytes: 5_000 });
    const body = JSON.stringify({ name: 'R'.repeat(3_000), categoryId: 1 });
    for (let i = 0; i < 4; i++) await call('/pets', { method: 'POST', body });
    expect(requests().map((request) => request.body)).toEqual([body]);
    await call('/pets', { method: 'POST', body: body.replace('RR', 'R'.repeat(5_000)) });
    expect([requests(), requestsLeftOut()]).toEqual([[], 5]);
  });
});
