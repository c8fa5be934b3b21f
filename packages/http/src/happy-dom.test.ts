// @vitest-environment happy-dom
import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';
import { createFetchHandler } from './index.ts';

const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };

test('a fetch handler answers the Request of happy-dom, whose header names are not in lower case', async () => {
  const petStoreFetch = createFetchHandler({
    store: createPetStore({ storage: createMemoryStorage() }),
    apiKeys: ['test-key'],
  });
  const url = 'http://localhost/v1/pets';
  const rex = new Request(url, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
  expect([...rex.headers.keys()]).toContain('Authorization');
  expect((await petStoreFetch(rex)).status).toBe(201);
  const listed = await petStoreFetch(url, { headers });
  expect([listed.status, await listed.text()]).toEqual([200, '[{"id":1,"name":"Rex","categoryId":1}]']);
});
