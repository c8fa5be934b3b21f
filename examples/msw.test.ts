// The pet store behind Mock Service Worker: code that calls the global `fetch` needs no change.
import { createPetStore } from '@petstore/core';
import { createFetchHandler } from '@petstore/http';
import { createMemoryStorage } from '@petstore/storage-memory';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';

const store = createPetStore({ storage: createMemoryStorage() });
const petStore = createFetchHandler({ store, apiKeys: ['my-key'] });
const server = setupServer(http.all('https://pets.example/v1/*', ({ request }) => petStore(request)));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

test('the global fetch reaches the pet store', async () => {
  const headers = { Authorization: 'Bearer my-key', 'Content-Type': 'application/json' };

  const created = await fetch('https://pets.example/v1/pets', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
  });
  expect(created.status).toBe(201);

  const listed = await fetch('https://pets.example/v1/pets', { headers });
  expect(await listed.json()).toEqual([{ id: 1, name: 'Rex', categoryId: 1 }]);
  expect((await fetch('https://pets.example/v1/pets')).status).toBe(401);
});
