import { createPetStore, ResultAsync, unwrap, type StorageQuery } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';
import { createExamplePets, createSeed, readSeed } from './seed.ts';

test('a seed that is a number makes that many example pets', async () => {
  expect(await unwrap(readSeed('12'))).toEqual(createExamplePets(12));
});

test.each(['12pets', 'pets12', '-1'])('the seed %s is the name of a file, whose error names it', async (name) => {
  expect((await readSeed(name))._unsafeUnwrapErr().message).toMatch(
    new RegExp(`^The seed file .*${name} cannot be read`),
  );
});

test.each([0, 1, 12, 13, 2_500])('%i example pets are valid, and the same at each call', async (count) => {
  const pets = createExamplePets(count);
  expect(createExamplePets(count)).toEqual(pets);
  const store = createPetStore({ storage: createMemoryStorage() });
  const created = await ResultAsync.combine(pets.map((pet) => store.createPet(pet)));
  expect(created.map(({ length }) => length).unwrapOr(undefined)).toBe(count);
});

test('among example pets, repeated names get a number, the categories are 1 to 4, and every status is there', () => {
  const pets = createExamplePets(25);
  const names = pets.map(({ name }) => name);
  const first = names.slice(0, 12);
  expect(new Set(first).size).toBe(12);
  for (const name of first) expect(name).toMatch(/^[A-Z][a-z]+$/);
  expect(names.slice(12)).toEqual([...first.map((name) => `${name} 2`), `${first[0]} 3`]);
  expect(pets.slice(0, 5).map(({ categoryId }) => categoryId)).toEqual([1, 2, 3, 4, 1]);
  expect(new Set(pets.map(({ status }) => status))).toEqual(new Set(['available', 'pending', 'sold']));
});

test('a seed asks the storage for no more pets than a list may have', async () => {
  const storage = createMemoryStorage();
  const limits: number[] = [];
  const recording = { ...storage, list: (query: StorageQuery) => (limits.push(query.limit), storage.list(query)) };
  expect(await unwrap(createSeed(recording, createExamplePets(3)))).toBe(true);
  expect(await unwrap(createSeed(recording, createExamplePets(3)))).toBe(false);
  expect(limits).toEqual([1, 1]);
});
