import { createPetStore, unwrap } from 'petstore-kit';
import { storageContract } from 'petstore-kit/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLogStorage } from './log-storage.ts';

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'pets.log');
}

describe('a custom storage keeps the contract:', () => {
  const open = async () => unwrap(openLogStorage(await newPath()));
  for (const check of storageContract) test(check.name, () => check.run({ open, runs: 10 }));
});

test('it has its pets after a restart', async () => {
  const path = await newPath();
  const storage = await unwrap(openLogStorage(path));
  const pet = await unwrap(createPetStore({ storage }).createPet({ name: 'Rex', categoryId: 2n ** 60n }));
  await unwrap(storage.close());

  const reopened = await unwrap(openLogStorage(path));

  expect(await unwrap(createPetStore({ storage: reopened }).listPets())).toEqual([pet]);
});
