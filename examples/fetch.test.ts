// The pet store as the `fetch` of a client under test: no server, no port, a fresh store for each test.
import { createPetStore, requireApiKey } from '@petstore/core';
import { createFetchHandler } from '@petstore/http-fetch';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';

/** A client as one writes them, which takes the `fetch` to use. */
function createClient(fetch: (request: Request) => Promise<Response>) {
  return {
    async namesOfSold(): Promise<readonly string[]> {
      const response = await fetch(
        new Request('http://pets.test/v1/pets?status=sold', { headers: { Authorization: 'Bearer my-key' } }),
      );
      if (!response.ok) throw new Error(`The pet store answered with ${response.status}.`);
      return ((await response.json()) as { readonly name: string }[]).map(({ name }) => name);
    },
  };
}

test('the client lists the names of the pets that are sold', async () => {
  const pets = [
    { id: 1, name: 'Rex', categoryId: 1, status: 'sold' },
    { id: 2, name: 'Mimi', categoryId: 2, status: 'available' },
  ] as const;
  const store = createPetStore({ storage: createMemoryStorage({ pets }) });
  const client = createClient(createFetchHandler(requireApiKey(store, ['my-key'])));

  expect(await client.namesOfSold()).toEqual(['Rex']);
});

test('the client reports a key that is not valid', async () => {
  const store = createPetStore({ storage: createMemoryStorage() });
  const client = createClient(createFetchHandler(requireApiKey(store, ['another-key'])));

  await expect(client.namesOfSold()).rejects.toThrow('401');
});
