import { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRawConnection } from '@petstore/test-support/raw-http';
import {
  createHeldStorage,
  creation,
  holdKeys,
  key,
  listing,
  post,
  startTestServer,
  startAndConnect,
} from './test-server.ts';

const created = '{"id":1,"name":"Rex","categoryId":1}';

describe('Expect: 100-continue', () => {
  const body = '{"name":"Rex","categoryId":1}';
  const expecting = post('', `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n`);

  test('is answered with 100, and then with the reply', async () => {
    const { connection } = await startAndConnect();
    connection.write(expecting);
    expect((await connection.reply()).status).toBe(100);
    connection.write(body);
    expect(await connection.reply()).toMatchObject({ status: 201, body: created });
  });

  test('is answered with 100 once the earlier requests are answered', async () => {
    const petStorage = createHeldStorage();
    const { connection } = await startAndConnect({ storage: petStorage });
    connection.write(creation + expecting);
    await petStorage.waiting;
    await connection.arrived();
    expect((await connection.serverSide()).bytesWritten).toBe(0);
    petStorage.release();
    expect([(await connection.reply()).status, (await connection.reply()).status]).toEqual([201, 100]);
    connection.write(body);
    expect((await connection.reply()).status).toBe(201);
  });

  test('is answered with 100 even if the request is then refused', async () => {
    const { connection } = await startAndConnect();
    connection.write(expecting.replace(key, 'wrong'));
    expect((await connection.reply()).status).toBe(100);
    expect((await connection.reply()).status).toBe(401);
  });
});

describe('a connection', () => {
  test('may close its sending half, and still gets every reply', async () => {
    const storage = createHeldStorage();
    const { connection } = await startAndConnect({ storage: storage });
    connection.socket.end(creation.repeat(20) + listing.repeat(20));
    await storage.waiting;
    storage.release();
    for (let id = 1; id <= 20; id++) {
      expect(await connection.reply()).toMatchObject({ status: 201, body: `{"id":${id},"name":"Rex","categoryId":1}` });
    }
    for (let times = 0; times < 20; times++) expect((await connection.reply()).status).toBe(200);
    expect(await connection.closed).toBe('');
  });

  test('may close its sending half after a malformed request', async () => {
    const storage = createHeldStorage();
    const { connection } = await startAndConnect({ storage: storage });
    connection.socket.end(`${creation}BAD\r\n\r\n`);
    await storage.waiting;
    await connection.arrived();
    storage.release();
    expect((await connection.reply()).status).toBe(201);
    expect((await connection.reply()).status).toBe(400);
    expect(await connection.closed).toBe('');
  });

  test('that ends while its key is looked up leaves no request pending', async () => {
    const { apiKeys, asked, release } = holdKeys();
    const { connection, records } = await startAndConnect({ apiKeys });
    connection.write(creation.slice(0, -1));
    await asked;
    connection.socket.resetAndDestroy();
    await connection.closedByServer();
    release();
    await expect.poll(() => records.map(({ status }) => status)).toEqual([400]);
  });
});

test('a response that cannot be sent or reported keeps back no other one of the same turn', async () => {
  const uncaught: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException'); // those of Vitest fail the run
  process.on('uncaughtException', (error) => uncaught.push(error));
  const fail = (): never => {
    throw new Error('of a middleware');
  };
  const mocks = [
    vi.spyOn(console, 'error').mockImplementation(fail),
    vi.spyOn(ServerResponse.prototype, 'end').mockImplementationOnce(fail),
  ];
  onTestFinished(() => {
    for (const mock of mocks) mock.mockRestore();
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  });
  const { apiKeys, release } = holdKeys();
  const server = await startTestServer({ apiKeys });
  const connections = await Promise.all([1, 2, 3].map(() => openRawConnection(server.port)));
  for (const connection of connections) connection.write(listing);
  await expect.poll(() => server.pendingRequests()).toBe(3);
  release();
  const replies = await Promise.allSettled(connections.map((connection) => connection.reply()));
  expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect.poll(() => uncaught).toEqual([new Error('of a middleware')]);
});
