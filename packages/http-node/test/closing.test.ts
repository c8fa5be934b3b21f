import { createMemoryStorage } from '@petstore/storage-memory';
import { createPetStore, errAsync, storageFailure, stringifyJson, unwrap } from '@petstore/core';
import { startServer } from '@petstore/http-node';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { createHeldStorage, creation, listing, startTestServer, startAndConnect } from './test-server.ts';

/** A deadline that no test reaches. */
const never = 2 ** 31 - 1;

/** Starts a server and sends it requests. A creation among them waits in the storage. */
async function holdCreation(text: string, drainTimeout: number) {
  const petStorage = createHeldStorage();
  const server = await startTestServer({ storage: petStorage, drainTimeout });
  const connection = await openRawConnection(server.port);
  connection.write(text);
  await petStorage.waiting;
  return { petStorage, server, connection };
}

describe('closing a server', () => {
  test('answers the request in flight with Connection: close, then closes the storage', async () => {
    const { petStorage, server, connection } = await holdCreation(creation, never);

    const closing = server.close();
    petStorage.release();
    expect(await connection.reply()).toMatchObject({ status: 201, headers: { connection: 'close' } });
    expect(await connection.closed).toBe('');
    expect((await closing).isOk()).toBe(true);
    expect(petStorage.events).toEqual(['inserted', 'closed']);
  });

  test.each([
    ['a new connection', false],
    ['an idle connection', true],
  ])('answers a request on %s that has arrived and is not read yet', async (_what, isReused) => {
    const { connection, close } = await startAndConnect({ drainTimeout: never });
    await connection.serverSide();
    if (isReused) {
      connection.write(listing);
      await connection.reply();
    }

    connection.write(creation); // the system passes it on at once
    const closing = close();
    expect((await connection.reply()).status).toBe(201);
    expect(await connection.closed).toBe('');
    void (await closing);
  });

  test('happens at the end of a block with await using', async () => {
    const storage = createMemoryStorage();
    const port = await serveOnce();
    await expect(openRawConnection(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await storage.list({ limit: 1 })).isErr()).toBe(true);

    async function serveOnce() {
      await using server = await unwrap(startServer({ apiKeys: ['my-key'], storage }));
      const { port } = server;
      (await openRawConnection(port)).socket.end();
      return port;
    }
  });

  test('answers each of several requests on one connection', async () => {
    const { petStorage, server, connection } = await holdCreation(creation + creation + listing, never);
    await connection.arrived();
    expect(server.pendingRequests()).toBe(3);

    const closing = server.close();
    petStorage.release();
    const [first, second, list] = [await connection.reply(), await connection.reply(), await connection.reply()];
    expect([first, second, list].map(({ status }) => status)).toEqual([201, 201, 200]);
    expect(await connection.closed).toBe('');
    void (await closing);
    expect(server.pendingRequests()).toBe(0);
  });

  test.each([
    ['an idle connection', listing, false],
    ['an idle connection whose client never closes it', listing, true],
    ['a connection without a request', '', false],
    ['a connection with part of a head', creation.slice(0, 30), false],
  ])('drops %s at once', async (_what, sent, allowHalfOpen) => {
    const server = await startTestServer({ drainTimeout: never });
    const connection = await openRawConnection(server.port, allowHalfOpen);
    if (sent !== '') connection.write(sent);
    if (sent === listing) await connection.reply();
    await connection.arrived();
    await expect.poll(() => server.pendingRequests()).toBe(0);

    const serverSide = await connection.serverSide();
    const closing = server.close();
    for (let turn = 0; turn < 2; turn++) await nextTurn(); // one poll is between them
    expect(serverSide.writableEnded).toBe(true); // at once, not at a time limit of idle or silent connections
    expect((await closing).isOk()).toBe(true);
    if (allowHalfOpen) connection.socket.destroy();
    expect(await connection.closed).toBe('');
  });

  test('cuts off a request whose body is incomplete at the deadline', async () => {
    const { connection, close } = await startAndConnect({ drainTimeout: 50 });
    connection.write(creation.slice(0, -5));
    await connection.arrived();
    expect((await close()).isOk()).toBe(true);
    expect(await connection.closed).toBe('');
  });

  test('cuts off a request that is not answered by the deadline', async () => {
    const { petStorage, server, connection } = await holdCreation(creation, 50);
    expect((await server.close()).isOk()).toBe(true);
    expect(await connection.closed).toBe('');
    petStorage.release();
  });

  test('sends the whole reply to a client that is slow to read it', async () => {
    const pets = Array.from({ length: 100 }, (_, i) => ({ id: i + 1, name: 'x'.repeat(200_000), categoryId: 1 }));
    const { connection, close, records } = await startAndConnect({
      storage: createMemoryStorage({ pets }),
      drainTimeout: never,
    });
    connection.socket.pause();
    connection.write(listing.replace('/pets', '/pets?limit=100'));
    await expect.poll(() => records.length).toBe(1);

    const closing = close();
    connection.socket.resume();
    expect((await connection.reply()).body).toBe(stringifyJson(pets));
    await connection.closed;
    void (await closing);
  });

  test('refuses new connections at once', async () => {
    const { petStorage, server } = await holdCreation(creation, never);

    const closing = server.close();
    await expect(openRawConnection(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    petStorage.release();
    void (await closing);
  });

  // A fetch of this process would otherwise send its next call, to the next server on the port, on the old connection.
  test('ends once the clients of this process have seen the end of their connections', async () => {
    const server = await startTestServer();
    const { socket, write, reply } = await openRawConnection(server.port);
    write(listing);
    await reply();
    await unwrap(server.close());
    expect(socket.readableEnded).toBe(true);
  });

  test('twice returns the same result and closes the storage once', async () => {
    const petStorage = createHeldStorage();
    const server = await startTestServer({ storage: petStorage });
    const results = await Promise.all([server.close(), server.close()]);
    expect([...results, await server.close()].every((result) => result.isOk())).toBe(true);
    expect(petStorage.events).toEqual(['closed']);
  });

  test('does not close a storage that is no option of the server', async () => {
    const petStorage = createHeldStorage();
    const server = await startTestServer({ store: createPetStore({ storage: petStorage }), drainTimeout: 0 });
    expect((await server.close()).isOk()).toBe(true);
    expect(petStorage.events).toEqual([]);
  });

  test('returns the failure of a storage that cannot close', async () => {
    const failure = storageFailure('The disk is full.');
    const server = await startTestServer({ storage: { ...createMemoryStorage(), close: () => errAsync(failure) } });
    expect((await server.close())._unsafeUnwrapErr()).toBe(failure);
  });
});
