import { createClient, type PetStoreClient } from '@petstore/client';
import { closeOnce, unwrap } from '@petstore/core';
import { startServerWith } from '@petstore/http-node';
import { createNodeHandler } from './node-handler.ts';
import { checkTestStoreOptions, createTestStore, type TestControls, type TestStoreOptions } from './test-store.ts';

/** Options of `startTestServer`. */
export interface TestServerOptions extends TestStoreOptions {
  /** The host name or address to listen on; 127.0.0.1 by default, which this machine alone can reach. */
  readonly host?: string | undefined;
  /** The port to listen on, 0 to 65535; 0, the default, takes one that is free. */
  readonly port?: number | undefined;
}

/** A server for a test. `await using` closes it. */
export interface TestServer extends TestControls, AsyncDisposable {
  /** The base address of the interface, such as `http://127.0.0.1:40123/v1`. */
  readonly url: string;
  /** A client of the server, with the first API key. Reading it throws a TypeError if the platform has no `fetch`, as in jsdom. */
  readonly client: PetStoreClient;
  /** Ends what is stalled at once, answers what else is in flight, and closes the server. */
  close(): Promise<void>;
}

/**
 * Starts a pet store server for a test: its pets are in memory, it can be wrong on purpose, and it keeps what it was sent.
 *
 * @returns a promise that rejects if the server cannot listen, and with a TypeError for a wrong or an unknown option
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  checkTestStoreOptions(options, ['host', 'port']);
  const { host, port, ...storeOptions } = options;
  const { basePath } = storeOptions;
  const testStore = createTestStore(storeOptions);
  const server = await unwrap(startServerWith(createNodeHandler(testStore), { host, port, basePath }));
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
