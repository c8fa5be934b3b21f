import { createMemoryStorage } from '@petstore/storage-memory';
import { expect, test } from 'vitest';
import { expectError, get } from './hostile-parts.ts';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { creation, startTestServer } from './test-server.ts';

// One test, because each of these takes as long as a timeout.
test('a client is disconnected if it stops within a head, trickles a body or does not read its reply; one that is silent is not', async () => {
  const pets = Array.from({ length: 100 }, (_, i) => ({ id: i + 1, name: 'x'.repeat(200_000), categoryId: 1 }));
  const server = await startTestServer({ storage: createMemoryStorage({ pets }) });
  const open = () => openRawConnection(server.port);
  const [silent, stopped, trickling, unread] = [await open(), await open(), await open(), await open()];
  stopped.write('GET /v1/pets HTTP/1.1\r\n');

  const trickle = setInterval(() => {
    trickling.write('x');
  }, 1_000);
  trickling.write(creation.slice(0, -20).replace('29', '1000'));
  unread.socket.pause();
  unread.write(get('/v1/pets?limit=100'));

  for (const connection of [stopped, trickling]) {
    expectError(await connection.reply(), 408, 'request_timeout');
    expect(await connection.closed).toBe('');
  }
  clearInterval(trickle);
  await unread.closedByServer();
  unread.socket.resume();
  expect((await unread.closed).length).toBeLessThan(20_000_000); // of more than 20,004,000
  silent.write(get('/v1/pets?limit=1')); // it was opened ahead of need, as browsers and proxies do
  expect((await silent.reply()).status).toBe(200);
  expect(server.records.map(({ status }) => status).sort()).toEqual([200, 200, 408, 408]); // the trickled creation was refused
});
