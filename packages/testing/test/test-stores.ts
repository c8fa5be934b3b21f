import type { PetStoreClient } from '@petstore/client';
import { onTestFinished } from 'vitest';
import { createTestFetch, startTestServer, type TestControls, type TestStoreOptions } from '../src/index.ts';

/** A store for tests, and how to call it. */
export interface OpenStore extends TestControls {
  readonly url: string;
  readonly client: PetStoreClient;
  /** Calls the interface with a valid key. */
  call(path: string, init?: Parameters<typeof fetch>[1]): Promise<Response>;
  close(): void | Promise<void>;
}

/** The ways to open a store for tests. */
export const ways: readonly { readonly way: string; open(options?: TestStoreOptions): Promise<OpenStore> }[] = [
  {
    way: 'startTestServer',
    open: async (options) => openStore({ ...(await startTestServer(options)), fetch }),
  },
  { way: 'createTestFetch', open: (options) => Promise.resolve(openStore(createTestFetch(options))) },
];

/** The init of a creation of Rex. */
export const creation = { method: 'POST', body: '{"name":"Rex","categoryId":1}' };

function openStore(store: Omit<OpenStore, 'call'> & { readonly fetch: typeof fetch }): OpenStore {
  onTestFinished(() => store.close());
  return {
    ...store,
    call(path, init) {
      const headers = new Headers({ Authorization: `Bearer ${store.apiKey}`, 'Content-Type': 'application/json' });
      new Headers(init?.headers).forEach((value, name) => {
        headers.set(name, value);
      });
      return store.fetch(`${store.url}${path}`, { ...init, headers });
    },
  };
}
