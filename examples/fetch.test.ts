// The pet store as the `fetch` of a client under test: no server, no port, a fresh store for each test.
import { createFetchHandler, createMemoryStorage, createPetStore } from 'petstore-kit';
import { expect, test } from 'vitest';

/** A client that takes the `fetch` to use. */
function createClient(fetch: typeof globalThis.fetch) {
  return {
    async namesOfSold(): Promise<readonly string[]> {
      const headers = { Authorization: 'Bearer my-key' };
      const response = await fetch('http://pets.test/v1/pets?status=sold', { headers });
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
  const client = createClient(createFetchHandler({ store, apiKeys: ['my-key'] }));

  expect(await client.namesOfSold()).toEqual(['Rex']);
});

test('the client reports a key that is not valid', async () => {
  const store = createPetStore({ storage: createMemoryStorage() });
  const client = createClient(createFetchHandler({ store, apiKeys: ['another-key'] }));

  await expect(client.namesOfSold()).rejects.toThrow('401');
});
