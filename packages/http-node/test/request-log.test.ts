import { expect, test } from 'vitest';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { creation, key, listing, post, startTestServer, startAndConnect } from './test-server.ts';

test.each<readonly [what: string, text: string, logged: readonly [method: string, path: string, status: number][]]>([
  ['a list', listing, [['GET', '/v1/pets', 200]]],
  ['a wrong key', listing.replace(key, 'wrong'), [['GET', '/v1/pets', 401]]],
  ['an unknown page', 'GET /nowhere?a HTTP/1.1\r\nHost: a\r\n\r\n', [['GET', '/nowhere', 404]]],
  ['two Hosts', listing.replace('Host: a', 'Host: a\r\nHost: b'), [['GET', '/v1/pets', 400]]],
  ['HTTP/0.9', listing.replace('HTTP/1.1', 'HTTP/0.9'), [['GET', '/v1/pets', 400]]],
  ['an expectation', post('{}', 'Expect: a-miracle\r\n'), [['POST', '/v1/pets', 417]]],
  ['a transfer coding', post('0\r\n\r\n', 'Transfer-Encoding: gzip, chunked\r\n'), [['POST', '/v1/pets', 501]]],
  ['a target with a user', listing.replace('/v1/pets', 'http://u:secret@a/v1/pets'), [['GET', '/v1/pets', 200]]],
  ['a body that breaks', post('x\r\n', 'Transfer-Encoding: chunked\r\n'), [['POST', '/v1/pets', 400]]],
  ['no HTTP', 'hello\r\n\r\n', [['', '', 400]]],
  ['a long head', `GET /v1/pets HTTP/1.1\r\nX: ${'x'.repeat(17_408)}\r\n\r\n`, [['', '', 431]]],
  [
    'no HTTP behind a creation',
    `${creation}hello\r\n\r\n`,
    [
      ['POST', '/v1/pets', 201],
      ['', '', 400],
    ],
  ],
])('every reply is logged, once: %s', async (_what, text, logged) => {
  const { connection, close, records } = await startAndConnect();
  connection.write(text);
  for (const [, , status] of logged) expect((await connection.reply()).status).toBe(status);
  connection.socket.end();
  expect(await connection.closed).toBe('');
  void (await close());
  expect(records.map(({ method, path, status }) => [method, path, status])).toEqual(logged);
});

test('a connection that is reset before its first request is complete is not logged', async () => {
  const { connection, close, records } = await startAndConnect();
  connection.write('GET /v1/pets HTTP/1.1\r\n');
  await connection.arrived();
  connection.socket.resetAndDestroy();
  await connection.closedByServer();
  void (await close());
  expect(records).toEqual([]);
});

test('a request is logged as a 400 if its client breaks off the body', async () => {
  const { connection, records } = await startAndConnect();
  connection.write(creation.slice(0, -5));
  await connection.arrived();
  connection.socket.resetAndDestroy();
  await expect.poll(() => records.map(({ method, status }) => [method, status])).toEqual([['POST', 400]]);
});

test('every request has a unique id in the process, across servers', async () => {
  const servers = [await startTestServer(), await startTestServer()];
  for (const { port } of servers) {
    const connection = await openRawConnection(port);
    connection.write(`${listing}hello\r\n\r\n`);
    await connection.reply();
    await connection.closed;
  }
  const ids = servers.flatMap(({ records }) => records.map(({ id }) => id));
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(4);
});
