import { type OpenStorage, ResultAsync, unwrap } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { openRawConnection, writeGet, writePost, type RawConnection } from '@petstore/test-support/raw-http';
import { onTestFinished } from 'vitest';
import type { RequestLog } from '@petstore/http';
import { startServer, type RunningServer, type ServerOptions } from '../src/index.ts';

/** The API key of each server under test. */
export const key = 'test-key';

/** A request that creates a pet. */
export const creation = writePost(key);

/** A request that lists the pets. */
export const listing = writeGet(key);

/** Writes a creation with the key, and further header lines. */
export function post(body: string, headers?: string): string {
  return writePost(key, body, headers);
}

/** A server under test, and its log. */
export interface TestServer extends RunningServer {
  readonly records: readonly RequestLog[];
}

/** Starts a server, which is closed at the end of the test. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const records: RequestLog[] = [];
  const started = await startServer({
    ...(options.store === undefined && { storage: createMemoryStorage() }),
    apiKeys: [key],
    drainTimeout: 100,
    onRequest: (record) => records.push(record),
    ...options,
  });
  const server = unwrap(started);
  onTestFinished(async () => {
    void (await server.close());
  });
  return { ...server, records };
}

/** Starts a server, and opens a connection to it. */
export async function startAndConnect(
  options?: ServerOptions,
): Promise<TestServer & { readonly connection: RawConnection }> {
  const server = await startTestServer(options);
  return { ...server, connection: await openRawConnection(server.port) };
}

/** Makes a function of keys that waits until it is released. `asked` resolves once it is called. */
export function holdKeys() {
  let release: () => void = () => undefined;
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const apiKeys = async () => {
    ask();
    await released;
    return true;
  };
  return { apiKeys, asked, release };
}

/** A storage whose inserts wait until they are released. */
export interface HeldStorage extends OpenStorage {
  /** Resolves once an insert waits. */
  readonly waiting: Promise<void>;
  /** Releases every insert, the waiting ones and later ones. */
  release(): void;
  /** `inserted` and `closed`, in the order in which they happened. */
  readonly events: readonly string[];
}

/** Makes a `HeldStorage` over memory. */
export function createHeldStorage(): HeldStorage {
  const storage = createMemoryStorage();
  const events: string[] = [];
  let release: () => void = () => undefined;
  let wait: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const waiting = new Promise<void>((resolve) => (wait = resolve));

  return {
    ...storage,
    waiting,
    release: () => {
      release();
    },
    events,
    insert(newPet) {
      wait();
      return ResultAsync.fromSafePromise(released)
        .andThen(() => storage.insert(newPet))
        .andTee(() => events.push('inserted'));
    },
    close() {
      events.push('closed');
      return storage.close();
    },
  };
}
