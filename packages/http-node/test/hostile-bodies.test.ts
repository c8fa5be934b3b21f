import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { expectError, expectPets, get, rex, rexInChunks, servers } from './hostile-parts.ts';
import { openRawConnection, type RawConnection } from '@petstore/test-support/raw-http';
import { creation, key, post, startTestServer, startAndConnect } from './test-server.ts';

const twoMebibytes = 2 ** 21;
const long = `{"name":"${'x'.repeat(twoMebibytes)}","categoryId":1}`;
const chunked = 'Transfer-Encoding: chunked\r\n';

/** Requests with a long body. */
const longBodies: readonly (readonly [what: string, text: string])[] = [
  ['with its length', post(long)],
  ['in one chunk', post(`${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`, chunked)],
  ['in small chunks', post(`${`100\r\n${'x'.repeat(256)}\r\n`.repeat(8_192)}0\r\n\r\n`, chunked)],
];

describe.each(servers)('a body of 2 MiB is refused by %s with a 413 that its client receives:', (_name, start) => {
  test.each(longBodies)('%s, from a client that reads while it writes', async (_how, text) => {
    const port = await start();
    const connection = await openRawConnection(port);
    const replied = connection.reply();
    await writeSlowly(connection, text);
    expectError(await replied, 413, 'payload_too_large');
    await expectUsable(connection, port);
  });

  test.each(longBodies)('%s, from a client that reads after it has written', (_how, text) =>
    expectRefusal(text, 413, 'payload_too_large'),
  );

  test.each(longBodies)('%s, with a 401 if the key is wrong too', (_how, text) =>
    expectRefusal(text.replace(key, 'wrong'), 401, 'unauthorized'),
  );

  /** Writes a request, and only then reads. */
  async function expectRefusal(text: string, status: number, code: string) {
    const port = await start();
    const connection = await openRawConnection(port);
    connection.socket.pause();
    await writeSlowly(connection, text);
    connection.socket.resume();
    expectError(await connection.reply(), status, code);
    await expectUsable(connection, port);
  }

  test.each([
    ['with Connection: close', post(long, 'Connection: close\r\n')],
    ['over HTTP/1.0', post(long).replace('HTTP/1.1', 'HTTP/1.0')],
  ])('%s, on a connection that is closed afterwards', async (_how, text) => {
    const connection = await openRawConnection(await start());
    await writeAfterReply(connection, text);
    expectError(await connection.reply(), 413, 'payload_too_large');
    expect(await connection.closed).toBe('');
  });
});

test('a client that sends a body of 2 MiB behind a refused head receives the reply', async () => {
  const { connection } = await startAndConnect();
  await writeAfterReply(connection, post(long).replace('Host: a', 'Host: a b'));
  expectError(await connection.reply(), 400, 'invalid_request');
  expect(await connection.closed).toBe('');
});

test('a length of many terabytes is refused before its body comes', async () => {
  const { connection, port } = await startAndConnect();
  connection.write(post('', 'Content-Length: 9223372036854775807\r\n'));
  expectError(await connection.reply(), 413, 'payload_too_large');
  connection.socket.destroy();
  await expectPets(port, 0);
});

test('an endless body is refused once it is too long, and is not kept in memory', async () => {
  const { connection, port } = await startAndConnect();
  connection.write(post('', chunked));
  const before = heldMemory();
  for (let i = 0; i < 1_000; i++) {
    connection.write(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    if (connection.socket.writableNeedDrain) await new Promise((resolve) => connection.socket.once('drain', resolve));
  }
  expectError(await connection.reply(), 413, 'payload_too_large');
  expect(heldMemory() - before).toBeLessThan(32_768_000); // half of the sent bytes: V8 counts buffers that it will soon free
  connection.socket.destroy();
  await expectPets(port, 0);
});

test.each([
  ['with its length', post(rex)],
  ['in chunks', post(rexInChunks, chunked)],
])('a body that comes byte by byte is accepted: %s', async (_how, text) => {
  const { connection, port } = await startAndConnect();
  connection.socket.setNoDelay(true);
  for (const byte of text) {
    connection.write(byte);
    await nextTurn();
  }
  expect((await connection.reply()).status).toBe(201);
  await expectPets(port, 1);
});

test('a body in thousands of chunks of one byte is read whole', async () => {
  const { connection } = await startAndConnect();
  const name = Array.from({ length: 5_000 }, (_, i) => String(i % 10)).join('');
  const pet = `{"name":"${name}","categoryId":1}`;
  connection.write(post(`${Array.from(pet, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`, chunked));
  expect(await connection.reply()).toMatchObject({ status: 201, body: `{"id":1,${pet.slice(1)}` });
});

describe('an upload that is cut off creates nothing', () => {
  const cuts = [creation.indexOf('\r\n\r\n') + 2, creation.indexOf('\r\n\r\n') + 4, creation.length - 1];
  test.each([
    ...cuts.map((cut) => [`at byte ${cut}`, creation.slice(0, cut)] as const),
    ['before its last chunk', post(rexInChunks.slice(0, -5), chunked)] as const,
    ['before the end of its last chunk', post(rexInChunks.slice(0, -2), chunked)] as const,
  ])('%s, by a reset or by an end', async (_where, text) => {
    const { port } = await startTestServer();
    for (let i = 0; i < 20; i++) {
      const connection = await openRawConnection(port);
      connection.write(text);
      if (i % 2 === 0) connection.socket.resetAndDestroy();
      else connection.socket.end();
      await connection.closed;
    }
    await expectPets(port, 0);
  });
});

/** Measures the bytes of buffers in use, after a garbage collection. */
function heldMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

/** Writes the beginning of a request, waits for the reply, writes the rest, and only then reads. */
async function writeAfterReply(connection: RawConnection, text: string): Promise<void> {
  connection.socket.pause();
  connection.write(text.slice(0, 500));
  const server = await connection.serverSide();
  while (server.bytesWritten === 0) await nextTurn();
  for (let turns = 0; turns < 10; turns++) await nextTurn(); // time for a server that would close at once
  await writeSlowly(connection, text.slice(500));
  connection.socket.resume();
}

/** Writes in pieces. It waits while the buffers of the system are full. */
async function writeSlowly({ socket }: RawConnection, text: string): Promise<void> {
  for (let start = 0; start < text.length; start += 50_000) {
    if (socket.destroyed) return; // the test will miss a reply
    if (!socket.write(text.slice(start, start + 50_000))) {
      await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
  }
}

/** Expects that a creation and a list on the connection succeed, and that the creation is the first one. */
async function expectUsable(connection: RawConnection, port: number): Promise<void> {
  connection.write(creation + get('/v1/pets'));
  expect([(await connection.reply()).status, (await connection.reply()).status]).toEqual([201, 200]);
  connection.socket.destroy();
  await expectPets(port, 1);
}
