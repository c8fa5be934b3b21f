import { expect, test } from 'vitest';
import { createMemoryStorage, createPetStore, unwrap } from './index.ts';
import { okAsync } from './storage.ts';

const rex = { name: 'Rex', categoryId: 1 };

test.each([[], [{}], [{ storage: undefined }]])('createPetStore(%o) keeps the pets in memory', async (...args) => {
  const [store, other] = [createPetStore(...args), createPetStore(...args)];
  await unwrap(store.createPet(rex));
  expect(await unwrap(store.listPets())).toEqual([{ id: 1, ...rex }]);
  expect(await unwrap(other.listPets())).toEqual([]);
});

test('createPetStore keeps the pets in the given storage', async () => {
  const storage = createMemoryStorage();
  await unwrap(createPetStore({ storage, defaultStatus: 'sold' }).createPet(rex));
  expect(await unwrap(storage.list({ limit: 20 }))).toEqual([{ id: 1, ...rex, status: 'sold' }]);
});

test.each([
  [{ storag: createMemoryStorage() }, 'storag is not an option. The options are storage, defaultStatus.'],
  [{ storage: okAsync(createMemoryStorage()) }, 'storage is the Result of opening a storage: pass await unwrap('],
  [{ storage: {} }, 'storage must be a PetStorage, such as createMemoryStorage() returns.'],
  [createMemoryStorage(), 'insert is not an option. The options are '],
  ['pets.json', 'The options must be an object.'],
])('createPetStore refuses the options %j: %s', (options, message) => {
  expect(() => createPetStore(options as never)).toThrow(TypeError);
  expect(() => createPetStore(options as never)).toThrow(message);
});
