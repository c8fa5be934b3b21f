import { createClient, type Fetch } from '../src/index.ts';
import { createPetStore, unwrap } from '@petstore/core';
import { petStoreContract, type OpenedPetStore } from '@petstore/core/contract';
import { createFetchHandler } from '@petstore/http';
import { createRequestListener, startServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { checkDocumentedReply } from '@petstore/test-support/wire';
import express from 'express';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  {
    name: 'a listener on an existing server',
    open: () => openListener(createRequestListener(options()), ''),
  },
  {
    name: 'Express, below a path',
    open: () => openListener(express().use('/api/petstore', createRequestListener(options())), '/api/petstore'),
  },
];

async function openListener(listener: RequestListener, path: string): Promise<OpenedPetStore> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    store: createClient({ baseUrl: `http://127.0.0.1:${port}${path}/v1`, apiKey }),
    close: () => {
      server.closeAllConnections();
      server.close();
      return Promise.resolve();
    },
  };
}

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
