// @vitest-environment happy-dom
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createTestFetch, startTestServer } from '../src/index.ts';

const script = [{ match: { query: { status: 'sold' } }, respond: { status: 418 } }] as const;

test('the Headers of happy-dom keep names as they were written', () => {
  expect([...new Headers({ 'X-Trace': 'a' }).keys()]).toEqual(['X-Trace']);
});

test.each([
  ['startTestServer', startTestServer],
  ['createTestFetch', createTestFetch],
] as const)('%s answers, matches, reads Prefer and records names in lower case in happy-dom', async (_name, open) => {
  const server = await open({ script });
  const send = 'fetch' in server ? server.fetch : getOverHttp;
  const headers = { Authorization: `Bearer ${server.apiKey}`, 'X-Trace': 'a' };
  const statuses = [
    (await send(`${server.url}/pets?status=sold`, { headers })).status,
    (await send(`${server.url}/pets`, { headers: { ...headers, Prefer: 'code=503' } })).status,
    (await send(`${server.url}/pets`, { headers })).status,
  ];
  expect(statuses).toEqual([418, 503, 200]);
  for (const { headers } of server.requests()) {
    expect(headers).toMatchObject({ authorization: 'Bearer ***', 'x-trace': 'a' });
  }
  expect((await server.client.createPet({ name: 'Rex', categoryId: 1 })).isOk()).toBe(true);
  await server.close();
});

/** Sends a GET without the fetch of happy-dom. */
async function getOverHttp(url: string, { headers }: { readonly headers: Record<string, string> }) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return { status: response.statusCode };
}
