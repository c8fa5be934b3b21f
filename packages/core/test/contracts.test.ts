import { assert, describe, expect, test } from 'vitest';
import { errAsync } from 'neverthrow';
import { storageFailure } from '../src/errors.ts';
import { createPetStore } from '../src/pet-store.ts';
import { brokenPetStores } from './broken-pet-stores.ts';
import { brokenStorages } from './broken-storages.ts';
import type { Check } from '../src/testing/check.ts';
import { petStoreContract } from '../src/testing/pet-store-contract.ts';
import { createPlainStorage } from './plain-storage.ts';
import { storageContract } from '../src/testing/storage-contract.ts';

/** Runs one check of a contract, and expects an Error that says what failed. */
async function expectCheckToFail<Fixture>(contract: readonly Check<Fixture>[], name: string, fixture: Fixture) {
  const error: unknown = await contract
    .find((check) => check.name === name)
    ?.run(fixture)
    .catch((thrown: unknown) => thrown);
  assert(error instanceof Error, `not an Error: ${String(error)}`);
  expect(error.message.slice(0, name.length)).toBe(name);
  expect(error.message).toMatch(/expected .+, got ./);
  expect(error.stack).toContain(error.message);
  expect(error.stack).toMatch(/^ +at .+\.ts:/m);
}

describe('the storage contract', () => {
  describe('holds for a plain storage', () => {
    for (const { name, run } of storageContract) test(name, () => run({ open: createPlainStorage }));
  });

  describe.each(brokenStorages)('fails for a storage that $fault', ({ caughtBy, open }) => {
    test(`in the check: ${caughtBy}`, async () => {
      await expectCheckToFail(storageContract, caughtBy, { open });
    });
  });

  test('has a broken storage for each check', () => {
    expect(new Set(brokenStorages.map(({ caughtBy }) => caughtBy))).toEqual(
      new Set(storageContract.map(({ name }) => name)),
    );
  });
});

describe('a failed check', () => {
  const name = 'a new storage is empty';

  test('names the call that failed, and its error', async () => {
    const storage = createPlainStorage();
    (await storage.close())._unsafeUnwrap();
    await expectCheckToFail(storageContract, name, { open: () => storage });
  });

  test('is an Error that says why a storage could not be opened', async () => {
    const open = async () => (await errAsync(storageFailure('The disk is full.')))._unsafeUnwrap();
    const check = storageContract.find((candidate) => candidate.name === name);
    await expect(check?.run({ open })).rejects.toThrow(/^a new storage is empty: .*The disk is full\./);
  });
});

describe('the pet store contract', () => {
  describe('holds for a store over a plain storage', () => {
    const open = () => ({ store: createPetStore({ storage: createPlainStorage() }) });
    for (const { name, run } of petStoreContract) test(name, () => run({ open }));
  });

  describe.each(brokenPetStores)('fails for a store that $fault', ({ caughtBy, open }) => {
    test(`in the check: ${caughtBy}`, async () => {
      await expectCheckToFail(petStoreContract, caughtBy, { open });
    });
  });

  test('has a broken store for each check', () => {
    expect(new Set(brokenPetStores.map(({ caughtBy }) => caughtBy))).toEqual(
      new Set(petStoreContract.map(({ name }) => name)),
    );
  });
});
