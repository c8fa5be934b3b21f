import { createPetStore, type PetStorage, ResultAsync } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { onTestFinished } from 'vitest';
import type { RequestLog } from '@petstore/http';
import { startServer, type ListeningServer, type ServerOptions } from '../src/index.ts';

/** The API key of each server under test. */
export const key = 'test-key';

/** The text of a creation. */
export const creation = post('{"name":"Rex","categoryId":1}');

/** The text of a list. */
export const listing = `GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** Writes a creation, with more header lines. */
export function post(body: string, headers = ''): string {
  const length =
    headers.includes('Content-Length') || headers.includes('Transfer-Encoding')
      ? ''
      : `Content-Length: ${body.length}\r\n`;
  return `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${length}${headers}\r\n${body}`;
}

/** A server under test, and its log. */
export interface TestServer extends ListeningServer {
  readonly records: readonly RequestLog[];
}

/** Starts a server over a storage. Both are closed when the test ends. */
export async function startTestServer(
  options: Partial<ServerOptions> & { readonly petStorage?: PetStorage } = {},
): Promise<TestServer> {
  const { petStorage = createMemoryStorage(), ...others } = options;
  const records: RequestLog[] = [];
  const started = await startServer({
    store: createPetStore({ storage: petStorage }),
    apiKeys: [key],
    storage: petStorage,
    drainTimeout: 100,
    onRequest: (record) => records.push(record),
    ...others,
  });
  const server = started._unsafeUnwrap();
  onTestFinished(async () => {
    void (await server.close());
  });
  return { ...server, records };
}

/** Makes a verifier of keys that waits until it is released. `asked` resolves once it is called. */
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
export interface HeldStorage extends PetStorage {
  /** Resolves once an insert waits. */
  readonly waiting: Promise<void>;
  /** Releases every insert, the waiting ones and later ones. */
  release(): void;
  /** `inserted` and `closed`, in the order in which they happened. */
  readonly events: readonly string[];
}

/** Makes a {@link HeldStorage} over memory. */
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
