import { createClient, type Fetch } from '../src/index.ts';
import { createPetStore, unwrap } from '@petstore/core';
import { petStoreContract, type OpenedPetStore } from '@petstore/core/contract';
import { startServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { checkDocumentedReply } from '@petstore/test-support/wire';
import { slowRuns } from '@petstore/test-support/runs';
import { describe, test } from 'vitest';

async function open(): Promise<OpenedPetStore> {
  const store = createPetStore({ storage: createMemoryStorage() });
  const server = await unwrap(startServer({ store, apiKeys: ['contract-key'] }));
  const checkedFetch: Fetch = async (url, init) => documented(url, init, await fetch(url, init));
  return {
    store: createClient({ baseUrl: server.url, apiKey: 'contract-key', fetch: checkedFetch }),
    close: async () => server.close(),
  };
}

/** Returns a response if it matches the OpenAPI document, and throws if it does not. */
async function documented(url: string, init: RequestInit | undefined, response: Response): Promise<Response> {
  const body = await response.clone().text();
  const path = url.replace(/^https?:\/\/[^/]*/, '');
  const { status, headers } = response;
  checkDocumentedReply(
    { method: init?.method ?? 'GET', path, headers: [] },
    { status, headers: Object.fromEntries(headers), body },
  );
  return response;
}

describe('a client of a server on node:http keeps the contract of a store in process:', () => {
  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: slowRuns }));
});
