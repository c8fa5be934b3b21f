import { createClient, unwrap } from 'petstore-kit';
import { startTestServer } from 'petstore-kit/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createLoggingFetch } from './own-fetch.ts';

test('each request gets a header of its own, and is logged with its status and time', async () => {
  const server = await startTestServer({ script: [{ operation: 'listPets', fault: 'PROXY_HTML_502' }] });
  onTestFinished(() => server.close());
  const lines: string[] = [];
  const fetch = createLoggingFetch((line) => lines.push(line));
  const client = createClient({ baseUrl: server.url, apiKey: server.apiKey, fetch, retryReads: 1 });

  expect(await unwrap(client.listPets({ limit: 5 }))).toEqual([]);
  await unwrap(client.createPet({ name: 'Rex', categoryId: 1 }));
  expect(lines).toEqual([
    expect.stringMatching(/^GET \/v1\/pets 502 in \d+ ms$/),
    expect.stringMatching(/^GET \/v1\/pets 200 in \d+ ms$/),
    expect.stringMatching(/^POST \/v1\/pets 201 in \d+ ms$/),
  ]);
  const ids = server.requests().map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain(undefined);
});

test('a request that fails is logged, and is a transport failure', async () => {
  const lines: string[] = [];
  const fetch = createLoggingFetch(
    (line) => lines.push(line),
    () => Promise.reject(new TypeError('fetch failed')),
  );
  const client = createClient({ baseUrl: 'http://pets.test/v1', apiKey: 'my-key', fetch });
  const error = (await client.getPet(1))._unsafeUnwrapErr();
  expect(error.code).toBe('transport_failure');
  expect(lines).toEqual([expect.stringMatching(/^GET \/v1\/pets\/1 failed in \d+ ms$/)]);
});
