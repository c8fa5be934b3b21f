import { errAsync, storageFailure } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';
import { addExamplePets } from './example-pets.ts';

async function seeded(count: number) {
  const storage = createMemoryStorage();
  (await addExamplePets(storage, count))._unsafeUnwrap();
  return storage.snapshot();
}

test.each([0, 1, 12, 13, 1_000, 2_500])('%i example pets are created, always the same ones', async (count) => {
  const pets = await seeded(count);
  expect(pets).toHaveLength(count);
  expect(await seeded(count)).toEqual(pets);
  expect(createMemoryStorage({ pets }).snapshot()).toEqual(pets); // each of them is valid
});

test('the example pets have different names and every status', async () => {
  const pets = await seeded(100);
  expect(new Set(pets.map(({ name }) => name)).size).toBe(100);
  expect(new Set(pets.map(({ status }) => status))).toEqual(new Set(['available', 'pending', 'sold']));
});

test('the names come again with a number, and the categories are 1 to 4', async () => {
  const pets = await seeded(25);
  const names = pets.map(({ name }) => name);
  const first = names.slice(0, 12);
  for (const name of first) expect(name).toMatch(/^[A-Z][a-z]+$/);
  expect(names.slice(12)).toEqual([...first.map((name) => `${name} 2`), `${first[0]} 3`]);
  expect(pets.slice(0, 5).map(({ categoryId }) => categoryId)).toEqual([1, 2, 3, 4, 1]);
});

test('no example pet is added to a store with a pet', async () => {
  const storage = createMemoryStorage({ pets: [{ id: 7, name: 'Rex', categoryId: 1 }] });
  (await addExamplePets(storage, 12))._unsafeUnwrap();
  expect(storage.snapshot()).toHaveLength(1);
});

test('the creation of example pets stops with the failure of the storage', async () => {
  const failure = storageFailure('The disk is full.');
  const storage = { ...createMemoryStorage(), insert: () => errAsync(failure) };
  expect((await addExamplePets(storage, 12))._unsafeUnwrapErr()).toBe(failure);
});
