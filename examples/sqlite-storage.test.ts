import { createPetStore, unwrap, type PetStorage, type ResultAsync, type StorageFailure } from 'petstore-kit';
import { storageContract } from 'petstore-kit/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

describe.skipIf(!isBuiltin('node:sqlite'))('a storage on node:sqlite (this test needs Node 22.13)', () => {
  let openSqliteStorage: (path: string) => ResultAsync<PetStorage, StorageFailure>;
  beforeAll(async () => {
    const module = await import('./sqlite-storage.ts');
    openSqliteStorage = module.openSqliteStorage;
  });

  describe('keeps the contract:', () => {
    const open = () => unwrap(openSqliteStorage(':memory:'));
    const openBroken = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pets-'));
      const storage = await unwrap(openSqliteStorage(join(folder, 'pets.sqlite')));
      await rm(folder, { recursive: true }); // SQLite does not write to a file that has gone
      return storage;
    };
    for (const check of storageContract) test(check.name, () => check.run({ open, openBroken, runs: 10 }));
  });

  test('has its pets after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pets-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'pets.sqlite');
    const storage = await unwrap(openSqliteStorage(path));
    const pet = await unwrap(createPetStore({ storage }).createPet({ name: 'Rex', categoryId: 2n ** 60n }));
    await unwrap(storage.close());

    const reopened = await unwrap(openSqliteStorage(path));
    expect(await unwrap(createPetStore({ storage: reopened }).listPets())).toEqual([pet]);
    await unwrap(reopened.close());
  });

  test('returns a failure if the file cannot be opened', async () => {
    const opened = await openSqliteStorage(join(tmpdir(), 'no such folder', 'pets.sqlite'));
    expect(opened.isErr() && opened.error.code).toBe('storage_failure');
  });
});
