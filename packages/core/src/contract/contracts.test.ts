import { unwrap } from '@petstore/core';
import { assert, describe, expect, test, vi } from 'vitest';
import { errAsync, okAsync } from 'neverthrow';
import { runInNewContext } from 'node:vm';
import { storageFailure } from '../errors.ts';
import type { OpenStorage } from '../pet-storage.ts';
import { createPetStore } from '../pet-store.ts';
import { brokenPetStores } from '../../test/broken-pet-stores.ts';
import { brokenStorages } from '../../test/broken-storages.ts';
import type { Check } from './check.ts';
import { petStoreContract } from './pet-store-contract.ts';
import { createPlainStorage } from '../../test/plain-storage.ts';
import { storageContract } from './storage-contract.ts';

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
    const insert = () => errAsync(storageFailure('The disk is full.'));
    const openBroken = () => ({ ...createPlainStorage(), insert });
    for (const { name, run } of storageContract) test(name, () => run({ open: createPlainStorage, openBroken }));
  });

  describe.each(brokenStorages)('fails for a storage that $fault', ({ caughtBy, open }) => {
    test(`in the check: ${caughtBy}`, async () => {
      await expectCheckToFail(storageContract, caughtBy, { open, openBroken: open });
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
    await unwrap(storage.close());
    await expectCheckToFail(storageContract, name, { open: () => storage });
  });

  const messageFor = async (open: () => unknown) => {
    const check = storageContract.find((candidate) => candidate.name === name);
    const error: unknown = await check?.run({ open: open as () => OpenStorage }).catch((thrown: unknown) => thrown);
    assert(error instanceof Error, `not an Error: ${String(error)}`);
    return error.message;
  };

  test('says why a storage could not be opened', async () => {
    const message = await messageFor(async () => await unwrap(errAsync(storageFailure('The disk is full.'))));
    expect(message).toMatch(/^a new storage is empty: .*The disk is full\./);
  });

  test.each([
    ['undefined', undefined],
    ['an array', []],
    ['a promise of an array', Promise.resolve([])],
  ])('says that a call must return a Result if it returns %s', async (_, returned) => {
    const message = await messageFor(() => ({ ...createPlainStorage(), list: () => returned }));
    expect(message).toMatch(/^a new storage is empty: list: expected a ResultAsync, .+, got (undefined|\[\])$/);
  });

  test('says that open must return a storage, if it returns a Result', async () => {
    expect(await messageFor(() => okAsync(createPlainStorage()))).toMatch(/open\(\) must return a PetStorage .+Result/);
  });

  test('shows the cause of a failure', async () => {
    const list = () => errAsync(storageFailure('It cannot be read.', cause));
    const cause = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const message = await messageFor(() => ({ ...createPlainStorage(), list }));
    expect(message).toContain('"cause":{"code":"ENOSPC","error":"Error: no space"}');
  });

  test('has the message of an error that another realm has made', async () => {
    const foreign: unknown = runInNewContext(`new Error('of another realm')`);
    expect(await messageFor(() => Promise.reject(foreign as Error))).toBe('a new storage is empty: of another realm');
    const timeout = new DOMException('It took too long.', 'TimeoutError');
    expect(await messageFor(() => Promise.reject(timeout))).toBe('a new storage is empty: It took too long.');
  });

  test('is not hidden by a close that throws, which fails a check by itself', async () => {
    const close = () => {
      throw new Error('close threw');
    };
    expect(await messageFor(() => ({ ...createPlainStorage(), list: () => [], close }))).toContain('list: expected');
    expect(await messageFor(() => ({ ...createPlainStorage(), close }))).toBe('a new storage is empty: close threw');
  });
});

test.each([
  [{ openbroken: createPlainStorage }, 'openbroken is not an option. The options are open, openBroken, runs.'],
  [{ runs: 0 }, 'runs must be an integer from 1'],
])('a wrong field of a fixture fails each check: %o', async (wrong, message) => {
  for (const { run } of storageContract)
    await expect(run({ open: createPlainStorage, ...wrong })).rejects.toThrow(message);
});

describe('`runs` of a fixture is how many cases a property tries', () => {
  test.each(petStoreContract)('of a pet store: $name', async ({ run }) => {
    const opened = async (runs: number) => {
      const open = vi.fn(() => ({ store: createPetStore({ storage: createPlainStorage() }) }));
      await run({ open, runs });
      return open.mock.calls.length;
    };
    expect((await opened(3)) - (await opened(1))).toBe(2);
  });

  test.each(storageContract.filter(({ name }) => /every value|under a pet store/.test(name)))(
    'of a storage: $name',
    async ({ run }) => {
      const used = async (runs: number) => {
        const [open, insert] = [vi.fn(createPlainStorage), vi.fn()];
        await run({
          open() {
            const storage = open();
            return { ...storage, insert: (pet) => (insert(), storage.insert(pet)) };
          },
          runs,
        });
        return open.mock.calls.length === 1 ? insert.mock.calls.length : open.mock.calls.length;
      };
      expect((await used(4)) - (await used(2))).toBe(2);
    },
  );
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
