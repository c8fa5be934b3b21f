import { createPetStore, type PetStorage, ResultAsync } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { onTestFinished } from 'vitest';
import { startServer, type RequestLog, type RunningServer, type ServerOptions } from '../src/index.ts';

/** The key that opens each server under test. */
export const key = 'test-key';

/** The head and the body of a creation, whole. */
export const creation = post('{"name":"Rex","categoryId":1}');

/** The text of a list. */
export const listing = `GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** The text of a creation, with more header lines. */
export function post(body: string, headers = ''): string {
  const length =
    headers.includes('Content-Length') || headers.includes('Transfer-Encoding')
      ? ''
      : `Content-Length: ${body.length}\r\n`;
  return `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${length}${headers}\r\n${body}`;
}

/** A server under test, and what it told its hook. */
export interface TestServer extends RunningServer {
  readonly records: readonly RequestLog[];
  /** Resolves once there are so many records. */
  recorded(count: number): Promise<void>;
}

/** Starts a server over a storage, closed when the test is over. */
export async function startTestServer(
  options: Partial<ServerOptions> & { readonly petStorage?: PetStorage } = {},
): Promise<TestServer> {
  const { petStorage = createMemoryStorage(), ...others } = options;
  const records: RequestLog[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const started = await startServer({
    store: createPetStore({ storage: petStorage }),
    apiKeys: [key],
    storage: petStorage,
    drainTimeout: 100,
    onRequest: (record) => {
      records.push(record);
      for (const { count, resolve } of waiting) if (records.length >= count) resolve();
    },
    ...others,
  });
  const server = started._unsafeUnwrap();
  onTestFinished(async () => {
    void (await server.close());
  });
  return {
    ...server,
    records,
    recorded: (count) =>
      new Promise((resolve) => {
        if (records.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}

/** A storage whose inserts wait until they are let go, and which notes in what order things happen. */
export interface HeldStorage extends PetStorage {
  /** Resolves once an insert waits. */
  readonly waiting: Promise<void>;
  /** Lets every insert go, the waiting ones and those to come. */
  letGo(): void;
  readonly events: readonly string[];
}

/** Makes a {@link HeldStorage} over memory. */
export function createHeldStorage(): HeldStorage {
  const storage = createMemoryStorage();
  const events: string[] = [];
  let letGo: () => void = () => undefined;
  let wait: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const waiting = new Promise<void>((resolve) => (wait = resolve));

  return {
    ...storage,
    waiting,
    letGo: () => {
      letGo();
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
