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

test.each([
  ['list', /^The disk is full\.$/],
  ['insert', /^Empty the table before the next start, .*: The disk is full\.$/],
])('the first failure, here of %s, is returned and closes the storage', async (operation, message) => {
  const cause = new Error('ENOSPC');
  const storage = createMemoryStorage();
  const failing = { ...storage, [operation]: () => errAsync(storageFailure('The disk is full.', cause)) };
  const failure = (await addPets(failing, examplePets(12)))._unsafeUnwrapErr();
  expect([failure.message, failure.cause]).toEqual([expect.stringMatching(message), cause]);
  expect((await storage.findById(1)).isErr()).toBe(true);
});

test('a failure to close does not hide the failure before it', async () => {
  const insert = () => errAsync(storageFailure('The disk is full.'));
  const close = () => errAsync(storageFailure('It cannot be closed.'));
  const failing = { ...createMemoryStorage(), insert, close };
  expect((await addPets(failing, examplePets(12)))._unsafeUnwrapErr().message).toContain('The disk is full.');
});
