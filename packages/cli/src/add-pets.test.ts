import { errAsync, storageFailure } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';
import { addPets } from './add-pets.ts';
import { examplePets } from './example-pets.ts';

test.each([0, 1, 20, 21, 50])('%i pets are added', async (count) => {
  const storage = createMemoryStorage();
  expect((await addPets(storage, examplePets(count)))._unsafeUnwrap()).toBe(storage);
  expect(storage.snapshot()).toEqual(examplePets(count));
});

test('no pet is added to a storage with a pet', async () => {
  const storage = createMemoryStorage({ pets: [{ id: 7, name: 'Rex', categoryId: 1 }] });
  expect((await addPets(storage, examplePets(12)))._unsafeUnwrap()).toBe(storage);
  expect(storage.snapshot()).toHaveLength(1);
});

test.each(['list', 'insert'])('the first failure, here of %s, ends it and closes the storage', async (operation) => {
  const failure = storageFailure('The disk is full.');
  const storage = createMemoryStorage();
  const failing = { ...storage, [operation]: () => errAsync(failure) };
  expect((await addPets(failing, examplePets(12)))._unsafeUnwrapErr()).toBe(failure);
  expect((await storage.findById(1)).isErr()).toBe(true);
});

test('a failure to close does not hide why it is closed', async () => {
  const failure = storageFailure('The disk is full.');
  const close = () => errAsync(storageFailure('It cannot be closed.'));
  const failing = { ...createMemoryStorage(), insert: () => errAsync(failure), close };
  expect((await addPets(failing, examplePets(12)))._unsafeUnwrapErr()).toBe(failure);
});
