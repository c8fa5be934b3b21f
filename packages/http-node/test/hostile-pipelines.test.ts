import { createMemoryStorage } from '@petstore/storage-memory';
import { type OpenStorage, ResultAsync, type StorageFailure } from '@petstore/core';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  exchange,
  expectError,
  expectLastError,
  expectNoMore,
  expectPets,
  get,
  rexCreated,
  servers,
} from './hostile-parts.ts';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { createHeldStorage, creation, key, post, startTestServer, startAndConnect } from './test-server.ts';

const garbage = 'hello\r\n\r\n';
const bomb = `GET /v1/pets HTTP/1.1\r\nX: ${'x'.repeat(17_408)}\r\n\r\n`;
const brokenBody = post('x\r\n', 'Transfer-Encoding: chunked\r\n');

describe('a malformed request behind requests that wait for a reply', () => {
  test.each<readonly [what: string, text: string, status: number, code: string]>([
    ['garbage', garbage, 400, 'invalid_request'],
    ['a header bomb', bomb, 431, 'header_fields_too_large'],
    ['a body that breaks', brokenBody, 400, 'invalid_request'],
    ['garbage, and then a creation', garbage + creation, 400, 'invalid_request'],
  ])('is answered last, after their replies: %s', async (_what, text, status, code) => {
    const petStorage = createHeldStorage();
    const { connection, port } = await startAndConnect({ storage: petStorage });
    connection.write(creation + creation + text);
    await connection.arrived();
    connection.write('more of it');
    petStorage.release();

    expect(await connection.reply()).toMatchObject({ status: 201, body: rexCreated });
    expect(await connection.reply()).toMatchObject({ status: 201, body: rexCreated.replace('1', '2') });
    expectLastError(await connection.reply(), status, code);
    expect(await connection.closed).toBe('');
    await expectPets(port, 2);
  });

  test('is not answered if it belongs to a request that is already answered', async () => {
    const { connection } = await startAndConnect();
    connection.write(post('', 'Transfer-Encoding: chunked\r\n').replace(key, 'wrong'));
    expectError(await connection.reply(), 401, 'unauthorized');
    connection.write('x\r\n');
    expect(await connection.closed).toBe('');
  });

  test('is not answered if the reply to its request waits for another one', async () => {
    const { petStorage, release } = countingStorage();
    const { connection } = await startAndConnect({ storage: petStorage });
    connection.write(get('/v1/pets') + get('/v1/pets', 'Transfer-Encoding: chunked\r\n').replace(key, 'wrong'));
    await connection.arrived();
    connection.write('x\r\n');
    await connection.arrived();
    release();
    expect((await connection.reply()).status).toBe(200);
    expectError(await connection.reply(), 401, 'unauthorized');
    expect(await connection.closed).toBe('');
  });

  test('is not answered if the request before it ended the connection', async () => {
    const petStorage = createHeldStorage();
    const { connection } = await startAndConnect({ storage: petStorage });
    connection.write(creation.replace('Host: a', 'Host: a\r\nConnection: close') + garbage);
    await petStorage.waiting;
    petStorage.release();
    expect(await connection.reply()).toMatchObject({ status: 201, headers: { connection: 'close' } });
    expect(await connection.closed).toBe('');
  });

  test('has no effect if its client is gone by then', async () => {
    const petStorage = createHeldStorage();
    const { connection, port } = await startAndConnect({ storage: petStorage });
    connection.write(creation + garbage);
    await petStorage.waiting;
    connection.socket.resetAndDestroy();
    await connection.closedByServer();
    petStorage.release();
    await expectPets(port, 1);
  });
});

describe('many requests on one connection', () => {
  test('are answered in order, each with its own reply', async () => {
    const { port } = await startTestServer();
    const names = Array.from({ length: 500 }, (_, i) => `Pet ${i + 1}`);
    const replies = await exchange(
      port,
      names.map((name) => post(`{"name":"${name}","categoryId":1}`)).join(''),
      names.length,
    );
    expect(replies.map(({ body }) => body)).toEqual(
      names.map((name, i) => `{"id":${i + 1},"name":"${name}","categoryId":1}`),
    );
  });

  test.each(servers)(
    'are handled one at a time by %s, and each sees the effects of those before it',
    async (_name, start) => {
      const { petStorage, maxAtOnce, release } = countingStorage();
      const port = await start(petStorage);
      const connection = await openRawConnection(port);
      connection.write((creation + get('/v1/pets?limit=100')).repeat(20));
      await expect.poll(maxAtOnce).toBe(1);
      release();
      for (let i = 1; i <= 20; i++) {
        expect((await connection.reply()).status).toBe(201);
        expect(JSON.parse((await connection.reply()).body)).toHaveLength(i);
      }
      expect(maxAtOnce()).toBe(1);
      await expectNoMore(connection);
    },
  );

  test.each(servers)('are dropped by %s if they wait when the connection is lost', async (_name, start) => {
    const held = createHeldStorage();
    const list = vi.fn(held.list);
    const port = await start({ ...held, list });
    const connection = await openRawConnection(port);
    connection.write(creation + get('/v1/pets') + creation);
    await held.waiting;
    connection.socket.resetAndDestroy();
    await connection.closedByServer();
    held.release();
    await expectPets(port, 1);
    expect(list).toHaveBeenCalledOnce(); // by expectPets
  });

  test.each(servers)('are read by %s up to a limit while the storage does not answer', async (_name, start) => {
    const petStorage = createHeldStorage();
    const port = await start(petStorage);
    const connection = await openRawConnection(port);
    const serverSide = await connection.serverSide();
    connection.write(creation.repeat(100_000)); // some 15 MB
    while (!serverSide.isPaused()) await nextTurn();

    const other = await openRawConnection(port);
    for (let i = 0; i < 100; i++) {
      other.write(get('/v1/pets'));
      expect((await other.reply()).status).toBe(200);
    }
    expect(serverSide.isPaused()).toBe(true);
    expect(serverSide.bytesRead).toBeLessThan(1_000_000);
    connection.socket.destroy();
    petStorage.release();
  });
});

/** A storage whose calls wait until they are released. `maxAtOnce` returns the max number of calls that ran at once. */
function countingStorage(): { petStorage: OpenStorage; maxAtOnce: () => number; release: () => void } {
  const storage = createMemoryStorage();
  let now = 0;
  let maxAtOnce = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const hold = <T>(call: () => ResultAsync<T, StorageFailure>): ResultAsync<T, StorageFailure> => {
    maxAtOnce = Math.max(maxAtOnce, ++now);
    return ResultAsync.fromSafePromise(released).andThen(() => {
      now--;
      return call();
    });
  };
  return {
    maxAtOnce: () => maxAtOnce,
    release: () => {
      release();
    },
    petStorage: {
      ...storage,
      insert: (newPet) => hold(() => storage.insert(newPet)),
      list: (query) => hold(() => storage.list(query)),
    },
  };
}
