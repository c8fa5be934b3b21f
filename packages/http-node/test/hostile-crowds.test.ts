import { stringifyJson } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { get } from './hostile-parts.ts';
import { openRawConnection, type RawConnection } from '@petstore/test-support/raw-http';
import { createHeldStorage, creation, listing, startTestServer } from './test-server.ts';

/** A deadline that no test reaches. */
const never = 2 ** 31 - 1;

const bodyStart = creation.indexOf('\r\n\r\n') + 4;

test('a client that never reads is sent as much as the buffers hold, and the rest once it reads', async () => {
  const pets = Array.from({ length: 100 }, (_, i) => ({ id: i + 1, name: 'x'.repeat(10_000), categoryId: 1 }));
  const list = get('/v1/pets?limit=100');
  const server = await startTestServer({ storage: createMemoryStorage({ pets }), onRequest: look });
  const connection = await openRawConnection(server.port);
  const serverSide = await connection.serverSide();
  let answered = 0;
  let maxUnsent = 0;
  function look() {
    answered++;
    maxUnsent = Math.max(maxUnsent, serverSide.writableLength);
  }
  connection.socket.removeAllListeners('data').pause();
  const lists = 40;
  connection.write(list.repeat(lists)); // asks for a megabyte in each
  while (!serverSide.writableNeedDrain) await nextTurn(); // the buffers of both sides are full

  const other = await openRawConnection(server.port);
  other.write(get('/v1/pets?limit=1'));
  expect((await other.reply()).status).toBe(200);

  await receive(connection, lists * stringifyJson(pets).length);
  expect(answered).toBe(lists + 1);
  expect(maxUnsent).toBeLessThan(20_000_000); // a few lists
});

describe('closing a server with connections of every kind', () => {
  test('ends by its deadline, and loses no pet that was acknowledged', async () => {
    const petStorage = createHeldStorage();
    const server = await startTestServer({ storage: petStorage, drainTimeout: 5_000 });
    const open = async (text: string) => {
      const connections = await Promise.all(Array.from({ length: 10 }, () => openRawConnection(server.port)));
      for (const { write } of connections) if (text !== '') write(text);
      return connections;
    };
    await open(''); // silent
    const idle = await open(listing);
    await Promise.all(idle.map((connection) => connection.reply()));
    for (const connection of await open('G')) trickle(connection, creation.slice(1));
    for (const connection of await open(creation.slice(0, bodyStart)))
      trickle(connection, creation.slice(bodyStart), 1_000);
    await open(creation.slice(0, -1)); // half a body
    for (const { socket } of await open(listing.repeat(100))) socket.pause(); // these never read
    await open(creation.slice(0, bodyStart).replace('29', '2097152') + 'x'.repeat(100_000)); // refused while they send
    await open('hello\r\n\r\n'); // refused; the client does not close them
    const asked = await open(creation + creation);
    const beforeGarbage = await open(`${creation}hello\r\n\r\n`);
    await Promise.all([...asked, ...beforeGarbage].map((connection) => connection.arrived()));

    const closing = server.close();
    petStorage.release();
    const firsts = await Promise.all([...asked, ...beforeGarbage].map((connection) => connection.reply()));
    const replies = [...firsts, ...(await Promise.all(asked.map((connection) => connection.reply())))];
    expect((await closing).isOk()).toBe(true);

    expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(30);
    expect(petStorage.events.filter((event) => event === 'inserted')).toHaveLength(30);
    expect(petStorage.events.at(-1)).toBe('closed');
    expect((await Promise.all(idle.map(({ closed }) => closed))).join('')).toBe('');
  });

  test('does not wait for clients that keep sending requests', async () => {
    const server = await startTestServer({ drainTimeout: never });
    let answered = 0;
    let answerAHundred: () => void = () => undefined;
    const hundredAnswers = new Promise<void>((resolve) => (answerAHundred = resolve));
    const clients = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const connection = await openRawConnection(server.port);
        return async () => {
          for (;;) {
            connection.write(creation);
            const reply = await connection.reply().catch(() => undefined);
            if (reply?.status !== 201) return;
            if (++answered === 100) answerAHundred();
          }
        };
      }),
    );
    const asking = clients.map((ask) => ask());
    await hundredAnswers;

    expect((await server.close()).isOk()).toBe(true);
    await Promise.all(asking);
    const created = server.records.filter(({ status }) => status === 201).length;
    expect(answered).toBe(created); // every creation was answered
  });
});

/** Sends a text byte by byte, one every `pause` milliseconds, except the last byte. */
function trickle({ socket }: RawConnection, text: string, pause = 50): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === text.length - 1 || socket.destroyed) clearInterval(timer);
    else socket.write(text.charAt(sent++));
  }, pause);
  onTestFinished(() => {
    clearInterval(timer);
  });
}

/** Reads from a connection until so many bytes have arrived. */
function receive({ socket }: RawConnection, count: number): Promise<void> {
  return new Promise((resolve) => {
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received >= count) resolve();
    });
    socket.resume();
  });
}
