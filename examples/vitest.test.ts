// A pet store in a test: no server, no port, a fresh one for each test.
import { createMemoryStorage, createPetStore, type PetStore, unwrap } from 'petstore-kit';
import { beforeEach, expect, test } from 'vitest';

let store: PetStore;

beforeEach(() => {
  store = createPetStore({ storage: createMemoryStorage() });
});

test('lists the pets that are for sale', async () => {
  const rex = await unwrap(store.createPet({ name: 'Rex', categoryId: 1, status: 'available' }));
  await unwrap(store.createPet({ name: 'Mimi', categoryId: 2, status: 'sold' }));

  expect(await unwrap(store.listPets({ status: 'available' }))).toEqual([rex]);
});

test('refuses a limit that is too high, and says so', async () => {
  const result = await store.listPets({ limit: 101 });

  expect(result.isErr() && result.error).toEqual({
    code: 'invalid_request',
    status: 400,
    message: 'The query is not valid: limit must be one integer from 1 to 100.',
  });
});
