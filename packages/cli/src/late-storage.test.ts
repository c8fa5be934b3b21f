import { err, ok, storageFailure } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';
import { createLateStorage } from './late-storage.ts';

const newRex = { name: 'Rex', categoryId: 1 };
const rex = { id: 7, ...newRex };

test('calls wait until the storage is opened, and then reach it', async () => {
  const storage = createLateStorage();
  const early = Promise.all([storage.list({ limit: 1 }), storage.findById(7), storage.insert(newRex)]);
  let isSettled = false;
  void early.finally(() => (isSettled = true));
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);

  const opened = createMemoryStorage({ pets: [rex] });
  storage.settle(ok(opened));
  const [listed, found, created] = await early;
  expect([listed, found, created]).toEqual([ok([rex]), ok(rex), ok({ ...rex, id: 8 })]);
  expect(await storage.close()).toEqual(ok());
  expect((await opened.findById(7)).isErr()).toBe(true);
});

test('calls fail with the failure of the opening', async () => {
  const storage = createLateStorage();
  const early = storage.list({ limit: 1 });
  const failure = storageFailure('The disk is full.');
  storage.settle(err(failure));
  expect(await early).toEqual(err(failure));
  expect(await storage.close()).toEqual(err(failure));
});
