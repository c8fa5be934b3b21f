// A client under test in vitest: a fresh store for each test, without a socket.
import { createTestFetch, type TestFetch } from 'petstore-kit/testing';
import { beforeEach, expect, test } from 'vitest';

let store: TestFetch;

beforeEach(() => {
  store = createTestFetch();
});

/** The client under test: it tries twice again if the store is not available, and in no other case. */
async function createPet(body: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${store.apiKey}`, 'Content-Type': 'application/json' };
  for (let attempt = 1; ; attempt++) {
    const response = await store.fetch(`${store.url}/pets`, { method: 'POST', headers, body });
    if (response.status !== 503 || attempt === 3) return response;
  }
}

test('createPet tries again while the store is not available', async () => {
  store.setScript([{ operation: 'createPet', times: 2, respond: { status: 503 } }]);
  expect((await createPet('{"name":"Rex","categoryId":1}')).status).toBe(201);
  expect(store.requests().map(({ status }) => status)).toEqual([503, 503, 201]);
});

test('createPet does not try again if the answer is lost', async () => {
  store.setScript([{ operation: 'createPet', when: 'after', fault: 'CONNECTION_RESET_BY_PEER' }]);
  await expect(createPet('{"name":"Rex","categoryId":1}')).rejects.toThrow('fetch failed');
  expect(store.requests()).toMatchObject([{ operation: 'createPet', json: { name: 'Rex' } }]);
});
