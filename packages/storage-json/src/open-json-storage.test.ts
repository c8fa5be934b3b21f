import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPetStore } from '@petstore/core';
import { petStoreContract, storageContract } from '@petstore/core/testing';
import { describe, expect, test } from 'vitest';
import { openJsonStorage } from './open-json-storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
let files = 0;
const newPath = () => join(folder, `pets-${++files}.json`);

describe('a JSON storage keeps the contract', () => {
  for (const { name, run } of storageContract) {
    test(name, () => run({ open: async () => (await openJsonStorage(newPath()))._unsafeUnwrap(), runs: 20 }));
  }
});
