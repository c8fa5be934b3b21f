import { describe, expect, test } from 'vitest';
import { createPetStore } from '../pet-store.ts';
import { brokenPetStores } from './broken-pet-stores.ts';
import { brokenStorages } from './broken-storages.ts';
import { petStoreContract } from './pet-store-contract.ts';
import { createPlainStorage } from './plain-storage.ts';
import { storageContract } from './storage-contract.ts';

describe('the storage contract', () => {
  describe('holds for a plain storage', () => {
    for (const { name, run } of storageContract) test(name, () => run({ open: createPlainStorage }));
  });

  describe.each(brokenStorages)('rejects a storage that $fault', ({ caughtBy, open }) => {
    test(`by the check: ${caughtBy}`, async () => {
      const check = storageContract.find(({ name }) => name === caughtBy);
      await expect(check?.run({ open })).rejects.toThrow(/./);
    });
  });

  test('has no check that no broken storage proves', () => {
    expect(new Set(brokenStorages.map(({ caughtBy }) => caughtBy))).toEqual(
      new Set(storageContract.map(({ name }) => name)),
    );
  });
});

describe('the pet store contract', () => {
  describe('holds for a store over a plain storage', () => {
    const open = () => ({ store: createPetStore({ storage: createPlainStorage() }) });
    for (const { name, run } of petStoreContract) test(name, () => run({ open }));
  });

  describe.each(brokenPetStores)('rejects a store that $fault', ({ caughtBy, open }) => {
    test(`by the check: ${caughtBy}`, async () => {
      const check = petStoreContract.find(({ name }) => name === caughtBy);
      await expect(check?.run({ open })).rejects.toThrow(/./);
    });
  });

  test('has no check that no broken store proves', () => {
    expect(new Set(brokenPetStores.map(({ caughtBy }) => caughtBy))).toEqual(
      new Set(petStoreContract.map(({ name }) => name)),
    );
  });
});
