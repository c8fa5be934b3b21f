import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { sendRaw } from './raw-response.ts';

test('every piece is sent to a client that has closed its half of the connection', async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').end();
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket.resume(), 'end');
  const isGone = () => Promise.resolve(false);
  await sendRaw(socket, { pieces: ['a', 'b', 'c'], gap: 1, end: 'close' }, isGone);
  expect(await text(client)).toBe('abc');
});
