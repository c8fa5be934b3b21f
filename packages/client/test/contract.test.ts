import { createClient, type Fetch } from '../src/index.ts';
import { createPetStore, unwrap } from '@petstore/core';
import { petStoreContract, type OpenedPetStore } from '@petstore/core/contract';
import { createFetchHandler } from '@petstore/http';
import { startServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { checkDocumentedReply } from '@petstore/test-support/wire';
import { slowRuns } from '@petstore/test-support/runs';
import { describe, test } from 'vitest';

const apiKey = 'contract-key';

interface Way {
  readonly name: string;
  open(): OpenedPetStore | Promise<OpenedPetStore>;
}

const ways: readonly Way[] = [
  {
    name: 'a fetch handler',
    open() {
      const fetch = createFetchHandler(options());
      return { store: createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }) };
    },
  },
  {
    name: 'a server on node:http',
    async open() {
      const server = await unwrap(startServer(options()));
      const checkedFetch: Fetch = async (url, init) => documented(url, init, await fetch(url, init));
      return {
        store: createClient({ baseUrl: server.url, apiKey, fetch: checkedFetch }),
        close: async () => server.close(),
      };
    },
  },
];

function options() {
  return { store: createPetStore({ storage: createMemoryStorage() }), apiKeys: [apiKey] };
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

describe.each(ways)('a client over $name keeps the contract of a store in process:', ({ open }) => {
  for (const { name, run } of petStoreContract) test(name, () => run({ open, runs: slowRuns }));
});
