import { createPetStore } from '@petstore/core';
import { petStoreContract, storageContract } from '@petstore/core/contract';
import { slowRuns } from '@petstore/test-support/runs';
import { describe, test } from 'vitest';
import { useTables } from './tables.ts';

const tables = useTables();

describe('a storage on PostgreSQL keeps the contract of a storage:', () => {
  for (const { name, run } of storageContract) {
    test(name, () => run({ open: () => tables.open(), openBroken, runs: slowRuns }));
  }

  async function openBroken() {
    const table = tables.newTable();
    const storage = await tables.open({ table });
    await tables.client.query(`DROP TABLE ${table}`);
    return storage;
  }
});

describe('a store on PostgreSQL, with reopenings in the middle, keeps the contract of a pet store:', () => {
  for (const { name, run } of petStoreContract) test(name, () => run({ open: openPetStore, runs: slowRuns }));

  async function openPetStore() {
    const table = tables.newTable();
    let storage = await tables.open({ table });
    return {
      store: createPetStore({ storage }),
      async reopen() {
        void (await storage.close());
        storage = await tables.open({ table });
        return createPetStore({ storage });
      },
      close: async () => storage.close(),
    };
  }
});
