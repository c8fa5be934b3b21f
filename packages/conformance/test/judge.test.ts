import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { isClosedWithin } from '../src/cases/connections.ts';
import { judgePets } from '../src/player/judge.ts';

test('a list with more pets than wanted is a mismatch', () => {
  const pets = ['1', '2', '3'].map((id) => ({ id, name: 'Rex', categoryId: '1' }));
  expect(judgePets({ ok: pets }, pets.slice(0, 2))).toEqual({ kind: 'mismatch', seen: 'It returned 3 pets of 2.' });
  expect(judgePets({ ok: pets }, pets).kind).toBe('pass');
});

test('a connection that the client resets is closed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [connection] = (await once(server, 'connection')) as [Socket];
  connection.on('error', () => undefined).resume();
  const closed = isClosedWithin(60_000, connection);
  client.resetAndDestroy();
  expect(await closed).toBe(true);
  server.close();
});
