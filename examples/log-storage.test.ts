import { createPetStore } from '@petstore/core';
import { storageContract } from '@petstore/core/testing';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLogStorage } from './log-storage.ts';

async function newPath(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'pets-')), 'pets.log');
}

describe('a custom storage keeps the contract:', () => {
  const open = async () => (await openLogStorage(await newPath()))._unsafeUnwrap();
  for (const check of storageContract) test(check.name, () => check.run({ open, runs: 10 }));
});

test('it has its pets after a restart', async () => {
  const path = await newPath();
  const storage = (await openLogStorage(path))._unsafeUnwrap();
  const pet = (await createPetStore({ storage }).createPet({ name: 'Rex', categoryId: 2n ** 60n }))._unsafeUnwrap();
  (await storage.close())._unsafeUnwrap();

  const reopened = (await openLogStorage(path))._unsafeUnwrap();

  expect((await createPetStore({ storage: reopened }).listPets())._unsafeUnwrap()).toEqual([pet]);
});
