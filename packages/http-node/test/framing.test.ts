import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { authorization, expectLastError, expectPets } from './hostile-parts.ts';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { creation, listing, post, startTestServer, startAndConnect } from './test-server.ts';

describe('malformed HTTP is answered with an Error body, and its connection is closed:', () => {
  test.each<readonly [what: string, text: string, code: string, status: number]>([
    ['no HTTP at all', 'hello\r\n\r\n', 'invalid_request', 400],
    ['a TLS handshake', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000', 'invalid_request', 400],
    ['a header of 17 KiB', `GET /v1/pets HTTP/1.1\r\nX: ${'x'.repeat(17_408)}\r\n\r\n`, 'header_fields_too_large', 431],
    ['a header of 2 MiB', `GET /v1/pets HTTP/1.1\r\nX: ${'x'.repeat(2 ** 21)}\r\n\r\n`, 'header_fields_too_large', 431],
    ['a target of 17 KiB', `GET /v1/${'x'.repeat(17_408)} HTTP/1.1\r\nHost: a\r\n\r\n`, 'header_fields_too_large', 431],
    [
      'chunk extensions without end',
      post(`1;${'x'.repeat(20_000)}\r\n`, 'Transfer-Encoding: chunked\r\n'),
      'payload_too_large',
      413,
    ],
  ])('%s', async (_what, text, code, status) => {
    const { connection } = await startAndConnect();
    connection.write(text);
    expectLastError(await connection.reply(), status, code);
    expect(await connection.closed).toBe('');
  });

  test('a client that reads only after it has sent everything receives the reply', async () => {
    const { connection } = await startAndConnect();
    connection.socket.pause();
    connection.write(`GET /v1/pets HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`);
    const serverSide = await connection.serverSide();
    while (serverSide.bytesWritten === 0) await nextTurn(); // the reply is on its way
    for (let i = 0; i < 20; i++) {
      connection.write('x'.repeat(20_000));
      await nextTurn();
    }
    connection.socket.resume();
    expect((await connection.reply()).status).toBe(431);
  });

  test('the reply has the reason phrase of its status', async () => {
    const { connection } = await startAndConnect();
    connection.write('hello\r\n\r\n');
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test('the connection is closed even if its client never closes it', async () => {
    const { port } = await startTestServer();
    const connection = await openRawConnection(port, true);
    connection.write('hello\r\n\r\n');
    expect((await connection.reply()).status).toBe(400);
    await connection.closedByServer();
    connection.socket.destroy();
  });
});

describe('the Host header', () => {
  test.each([
    ['is missing', ''],
    ['comes twice', 'Host: a\r\nHost: b\r\n'],
    ['comes twice alike', 'Host: a\r\nHost: a\r\n'],
    ['has a path', 'Host: a/v1\r\n'],
    ['has a space', 'Host: a b\r\n'],
    ['has a user', 'Host: u@a\r\n'],
    ['has an invalid port', 'Host: a:b\r\n'],
  ])('that %s is a 400, its connection is closed, and nothing after it is answered', async (_how, host) => {
    const { connection, port } = await startAndConnect();
    connection.write(`GET /v1/pets HTTP/1.1\r\n${host}${authorization}\r\n${creation}hello\r\n\r\n`);
    const reply = await connection.reply();
    expectLastError(reply, 400, 'invalid_request');
    expect(reply.body).toContain('Host');
    expect(await connection.closed).toBe('');
    await expectPets(port, 0);
  });

  test('may be empty', async () => {
    const { connection } = await startAndConnect();
    connection.write(listing.replace('Host: a', 'Host:'));
    expect((await connection.reply()).status).toBe(200);
  });
});
