import { createPetStore } from '@petstore/core';
import { petStoreContract } from '@petstore/core/testing';
import { createPetStoreClient, fetchSend } from '@petstore/test-support/wire';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, test } from 'vitest';
import { createFetchHandler } from '../src/index.ts';

const key = 'contract-key';

describe('a store behind a fetch handler keeps the contract of a store in process:', () => {
  const open = () => {
    const store = createPetStore({ storage: createMemoryStorage() });
    return { store: createPetStoreClient(fetchSend(createFetchHandler({ store, apiKeys: [key] })), key) };
  };
  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: 50 }));
});
