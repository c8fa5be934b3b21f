import { createPetStore, requireApiKey } from '@petstore/core';
import { petStoreContract } from '@petstore/core/testing';
import { createPetStoreClient } from '@petstore/http/testing';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, test } from 'vitest';
import { createFetchHandler } from '../src/index.ts';
import { fetchSend } from './fetch-send.ts';

const key = 'contract-key';

describe('a store behind a fetch handler keeps the contract of a store in process:', () => {
  const open = () => {
    const gate = requireApiKey(createPetStore({ storage: createMemoryStorage() }), [key]);
    return { store: createPetStoreClient(fetchSend(createFetchHandler(gate)), key) };
  };
  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: 50 }));
});
