import {
  errAsync,
  ok,
  okAsync,
  ResultAsync,
  storageFailure,
  type PetStorage,
  type StorageFailure,
} from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';
import { createLazyStorage } from './lazy-storage.ts';

const newRex = { name: 'Rex', categoryId: 1 };
const rex = { id: 7, ...newRex };

test('calls wait until the storage is open, and then reach it', async () => {
  let open: (storage: PetStorage) => void = () => undefined;
  const opening = ResultAsync.fromSafePromise<PetStorage, StorageFailure>(new Promise((resolve) => (open = resolve)));
  const storage = createLazyStorage(() => opening);
  const early = Promise.all([storage.list({ limit: 1 }), storage.findById(7), storage.insert(newRex)]);
  let isSettled = false;
  void early.finally(() => (isSettled = true));
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);

  const opened = createMemoryStorage({ pets: [rex] });
  open(opened);
  const [listed, found, created] = await early;
  expect([listed, found, created]).toEqual([ok([rex]), ok(rex), ok({ ...rex, id: 8 })]);
  expect(await storage.close()).toEqual(ok());
  expect((await opened.findById(7)).isErr()).toBe(true);
});

test('nothing is opened before the first call', async () => {
  let opened = 0;
  const storage = createLazyStorage(() => {
    opened += 1;
    return okAsync(createMemoryStorage());
  });
  expect(opened).toBe(0);
  expect(await storage.list({ limit: 1 })).toEqual(ok([]));
  expect(opened).toBe(1);
});

test('calls fail with the failure of the opening', async () => {
  const opening = errAsync(storageFailure('The disk is full.'));
  const storage = createLazyStorage(() => opening);
  expect(await storage.list({ limit: 1 })).toEqual(await opening);
  expect(await storage.close()).toEqual(await opening);
});
