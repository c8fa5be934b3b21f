import { createClient, type PetStoreClient } from '@petstore/client';
import { closeOnce, parseOptions, unwrap } from '@petstore/core';
import { serverOptionsSchema, startServerWith, type ServerOptions } from '@petstore/http-node';
import * as z from 'zod/mini';
import { createTestStoreHandler } from './test-store-handler.ts';
import type { TestControls } from './test-controls.ts';
import { testStoreOptionsSchema, type TestStoreOptions } from './test-store-options.ts';
import { createTestStore } from './test-store.ts';

/** Options of `startTestServer`. */
export interface TestServerOptions extends TestStoreOptions, Pick<ServerOptions, 'host' | 'port'> {}

/** A server for a test. `await using` closes it. */
export interface TestServer extends TestControls, AsyncDisposable {
  /** The base address of the interface, such as `http://127.0.0.1:40123/v1`. */
  readonly url: string;
  /** A client of the server with the first API key. Reading it throws a TypeError if the platform has no `fetch`, as in jsdom. */
  readonly client: PetStoreClient;
  /** Ends stalled requests at once, answers the other pending ones, and closes the server. */
  close(): Promise<void>;
}

const { host, port } = serverOptionsSchema.shape;
const optionsSchema = z.extend(testStoreOptionsSchema, { host, port });

/**
 * Starts a pet store server for a test. Its pets are in memory. It fails as its script says, and records the requests.
 *
 * @example
 * ```ts
 * await using server = await startTestServer({ script: [{ operation: 'createPet', respond: { status: 503 } }] });
 * const created = await server.client.createPet({ name: 'Rex', categoryId: 1 });
 * console.log(created.isErr(), server.requests().length); // true 1
 * ```
 *
 * @returns a promise that rejects if the server cannot listen, and with a TypeError if an option is wrong or unknown
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { host, port, ...storeOptions } = parseOptions(optionsSchema, options);
  const { basePath } = storeOptions;
  const testStore = createTestStore(storeOptions);
  const server = await unwrap(startServerWith(createTestStoreHandler(testStore), { host, port, basePath }));
  const closing = closeOnce(() => {
    testStore.stop();
    return server.close();
  });
  const { controls } = testStore;
  const { url } = server;
  let client: PetStoreClient | undefined;
  return {
    ...controls,
    url,
    get client() {
      return (client ??= createClient({ baseUrl: url, apiKey: controls.apiKey }));
    },
    ...closing,
    close: () => unwrap(closing.close()),
  };
}
