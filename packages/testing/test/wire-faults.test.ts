// What a client sees of each fault: the bytes, and how the connection ends (FIN or RST).
import { unwrap } from '@petstore/core';
import { openRawConnection, writeGet, writePost, type RawConnection } from '@petstore/test-support/raw-http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer, type Fault, type ScriptStep, type TestServer, type TestServerOptions } from '../src/index.ts';

const rex = { id: 1, name: 'Rex', categoryId: 1 };

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ pets: [rex], ...options });
  onTestFinished(() => server.close());
  return server;
}

function connectTo({ url }: TestServer): Promise<RawConnection> {
  return openRawConnection(Number(new URL(url).port));
}

/** Plays one step for a list on a fresh connection. */
async function play(step: ScriptStep): Promise<{ server: TestServer; connection: RawConnection }> {
  const server = await start({ script: [step] });
  const connection = await connectTo(server);
  connection.write(writeGet(server.apiKey));
  return { server, connection };
}

/** Closes a server, and expects that it drops a connection in the same turn, not at the drain timeout. */
async function closesAtOnce(server: TestServer, connection: RawConnection): Promise<void> {
  const serverSide = await connection.serverSide();
  const closed = server.close();
  await nextTurn();
  expect(serverSide.destroyed).toBe(true);
  await closed;
  await connection.ended;
}

const halfOfList = String.raw`Content-Length: 38\r\n(.*\r\n)*\r\n\[{"id":1,"name":"Re`;

test.each<[fault: Fault, what: string, end: 'FIN' | 'RST', received: RegExp, status: number | false]>([
  ['EMPTY_RESPONSE', 'nothing', 'FIN', /^$/, false],
  [
    'MALFORMED_RESPONSE_CHUNK',
    'a status and a malformed chunk',
    'FIN',
    /^HTTP\/1\.1 200 OK\r\n(.*\r\n)*Transfer-Encoding: chunked\r\n\r\n[^\da-fA-F]/,
    200,
  ],
  ['RANDOM_DATA_THEN_CLOSE', 'random bytes', 'FIN', /^(?!HTTP)[^]{64}$/, false],
  ['CONNECTION_RESET_BY_PEER', 'nothing', 'RST', /^$/, false],
  ['TRUNCATED_BODY', 'the whole length and half of the body', 'FIN', new RegExp(`${halfOfList}$`), 200],
])('%s sends %s, and ends the connection with %s', async (fault, _what, end, received, status) => {
  const { connection, server } = await play({ fault });
  expect(await connection.ended).toBe(end);
  expect(connection.received()).toMatch(received);
  const [request = expect.unreachable()] = server.requests();
  expect(request.faults).toEqual([fault]);
  expect('status' in request && request.status).toBe(status);
});

test.each<[fault: Fault, what: string, received: RegExp]>([
  ['STALL_HEADERS', 'nothing', /^$/],
  ['STALL_BODY', 'the head and half of the body', new RegExp(`${halfOfList}$`)],
])('%s sends %s, has no time limit, and ends with the server', async (fault, _what, received) => {
  const { connection, server } = await play({ fault });
  await expect.poll(() => server.requests()).toHaveLength(1);
  await connection.receives(received);
  expect((await connection.serverSide()).timeout ?? 0).toBe(0);
  await closesAtOnce(server, connection);
  expect(connection.received()).toMatch(received);
});

test('a stall on a reused connection has no time limit', async () => {
  const server = await start({ script: [{ operation: 'createPet', fault: 'STALL_HEADERS' }] });
  const connection = await connectTo(server);
  connection.write(writeGet(server.apiKey));
  await connection.receives(/\]$/);
  expect((await connection.serverSide()).timeout).toBeGreaterThan(0); // of a connection that is idle
  connection.write(writePost(server.apiKey));
  await expect.poll(() => server.requests()).toHaveLength(2);
  expect((await connection.serverSide()).timeout).toBe(0);
});

test('a client that leaves ends a stall', async () => {
  const { connection, server } = await play({ fault: 'STALL_HEADERS' });
  await expect.poll(() => server.requests()).toHaveLength(1);
  const serverSide = await connection.serverSide();
  connection.socket.destroy();
  await expect.poll(() => serverSide.destroyed).toBe(true);
});

test('a client that closes its half ends a stall, and gets the other replies', async () => {
  const server = await start({ script: [{}, {}, { fault: 'STALL_HEADERS' }] });
  const connection = await connectTo(server);
  connection.socket.end(writeGet(server.apiKey).repeat(3));
  expect(await connection.ended).toBe('FIN');
  expect(connection.received().match(/200 OK/g)).toHaveLength(2);
});

test('PROXY_HTML_502 answers with a page of HTML, and keeps the connection', async () => {
  const { connection, server } = await play({ fault: 'PROXY_HTML_502' });
  await connection.receives(/^HTTP\/1\.1 502 Bad Gateway\r\n(.*\r\n)*Content-Type: text\/html\r\n[^]*<\/html>\r\n$/);
  connection.write(writeGet(server.apiKey));
  await connection.receives(/200 OK/);
});

test.each([
  { fault: 'CLOSE_REUSED', end: 'FIN' },
  { fault: 'RESET_REUSED', end: 'RST' },
] as const)('$fault answers on a fresh connection, and ends a reused one', async ({ fault, end }) => {
  const server = await start({ script: [{ fault }] });
  const first = await connectTo(server);
  first.write(writeGet(server.apiKey));
  await first.receives(/200 OK[^]*\]$/);
  const answered = first.received();
  first.write(writeGet(server.apiKey));
  expect(await first.ended).toBe(end);
  expect(first.received()).toBe(answered);

  const second = await connectTo(server);
  second.write(writeGet(server.apiKey));
  await second.receives(/200 OK/);
  expect(server.requests().map(({ faults }) => faults)).toEqual([[], [fault], []]);
});

test('a delay of the body comes between the head and the body', async () => {
  const { connection, server } = await play({ bodyDelay: 2 ** 31 - 1 });
  await connection.receives(/\r\n\r\n/);
  await server.close(); // which ends it at once
  await connection.ended;
  expect(connection.received()).toMatch(/\r\n\r\n$/);
});

test.each([
  ['GET', { respond: { status: 204 }, bodyDelay: 2 ** 31 - 1 }],
  ['GET', { respond: { status: 200 }, bodyDelay: 2 ** 31 - 1 }],
  ['HEAD', { bodyDelay: 2 ** 31 - 1 }],
  ['HEAD', { fault: 'DRIBBLE', bodyDelay: 2 ** 31 - 1 }],
  ['HEAD', { fault: 'STALL_BODY' }],
] as const)('a response to %s without a body is sent at once, and the next one after it: %j', async (method, step) => {
  const server = await start({ script: [step] });
  const connection = await connectTo(server);
  connection.write(writeGet(server.apiKey).replace('GET', method) + writeGet(server.apiKey));
  await connection.receives(/^HTTP\/1\.1 20\d [^]*\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*\]$/);
});

test('reset of a test server ends stalled requests and those that wait behind them, and forgets them', async () => {
  const { connection, server } = await play({ fault: 'STALL_HEADERS' });
  connection.write(writeGet(server.apiKey));
  await expect.poll(() => server.requests()).toHaveLength(1);
  server.reset();
  await connection.ended;
  expect(server.requests()).toEqual([]);
});

test('startTestServer rejects if it cannot listen', async () => {
  const { url } = await start();
  await expect(startTestServer({ port: Number(new URL(url).port) })).rejects.toThrow('the port is in use');
  await expect(startTestServer({ port: -1 })).rejects.toThrow(TypeError);
  await expect(startTestServer({ prot: 0 } as never)).rejects.toThrow(/^prot .*port\b/);
});

test('a test that fakes its timers does not stop a delay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { connection } = await play({ delay: 5 });
  await connection.receives(/200 OK/);
});

test.each([204, 304])('a response of status %i has no Content-Length (RFC 9110, section 8.6)', async (status) => {
  const { connection } = await play({ respond: { status } });
  expect(await connection.receives(/\r\n\r\n$/)).not.toMatch(/^content-length/im);
});

test('reset of a test server ends a request that stalls after it, once its body has arrived', async () => {
  const server = await start({ script: [{ fault: 'STALL_HEADERS' }] });
  const connection = await connectTo(server);
  const request = writePost(server.apiKey);
  connection.write(request.slice(0, -1));
  await expect.poll(() => server.requests()).toHaveLength(1);
  server.reset();
  connection.write(request.slice(-1));
  await connection.ended;
  expect(connection.received()).toBe('');
});

const jsonHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

test('a raw response is written byte for byte, and then the connection is closed', async () => {
  const pieces = [`${jsonHead}Content-Length: 4\r\n\r\n`, Buffer.of(0xff, 0x00), { base64: '/gE=' }];
  const { connection, server } = await play({ raw: { pieces } });
  expect(await connection.ended).toBe('FIN');
  expect(connection.received()).toBe(`${jsonHead}Content-Length: 4\r\n\r\n\xff\x00\xfe\x01`);
  expect(server.requests()[0]).not.toHaveProperty('status');
});

test('a raw response may come after the operation took effect, and end with a reset inside its head', async () => {
  const step = { operation: 'createPet', when: 'after', raw: { pieces: ['HTTP/1.1 201 Cre'], end: 'reset' } } as const;
  const server = await start({ pets: [], script: [step] });
  const connection = await connectTo(server);
  connection.write(writePost(server.apiKey));
  expect(await connection.ended).toBe('RST');
  expect(await unwrap(server.store.listPets())).toHaveLength(1);
});

test.each([
  { pieces: ['HTTP/1.1 ', '200 OK\r\n\r\n'], gap: 2 ** 31 - 1 },
  { pieces: ['HTTP/1.1 '], end: 'stall' },
] as const)('a raw response waits until the server is closed: %j', async (raw) => {
  const { connection, server } = await play({ raw });
  await connection.receives(/^HTTP\/1\.1 $/);
  await closesAtOnce(server, connection);
});

test('a response with Connection: close closes the connection after it', async () => {
  const { connection } = await play({ respond: { status: 200, headers: { connection: 'close' }, body: [] } });
  expect(await connection.ended).toBe('FIN');
  expect(connection.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*\r\n\r\n\[\]$/);
});

test('close of a test server ends once the clients of this process have seen the end of their connections', async () => {
  const server = await start();
  const { socket, write, reply } = await connectTo(server);
  write(writeGet(server.apiKey));
  await reply();
  await server.close();
  expect(socket.readableEnded).toBe(true);
});

test('a connection of a test server has no more listeners after many requests, and one signal for all', async () => {
  const server = await start();
  const connection = await connectTo(server);
  const count = async () => {
    connection.write(writeGet(server.apiKey));
    await connection.receives(/\]$/);
    await connection.reply();
    const socket = await connection.serverSide();
    return socket.eventNames().map((name) => socket.listenerCount(name));
  };
  const before = await count();
  const createSignal = vi.spyOn(globalThis, 'AbortController'); // one for each request would take some 10 µs to abort
  onTestFinished(() => createSignal.mockRestore());
  for (let i = 0; i < 5; i++) expect(await count()).toEqual(before);
  expect(createSignal).not.toHaveBeenCalled();
});
