import { describe, expect, test } from 'vitest';
import {
  authorization,
  exchange,
  expectError,
  expectLastError,
  expectNoMore,
  expectPets,
  get,
  rexCreated,
  servers,
} from './hostile-parts.ts';
import { creation, startTestServer, startAndConnect } from './test-server.ts';

const list = `[${rexCreated}]`;
const garbage = 'is not valid HTTP';

test.each<readonly [what: string, text: string, mentions: string]>([
  ['a request line without a version (HTTP/0.9)', 'GET /v1/pets\r\n\r\n', 'HTTP/0.9'],
  ['HTTP/0.9 by name', get('/v1/pets', '', 'HTTP/0.9'), 'HTTP/0.9'],
  ['HTTP/2.0 without its preface', get('/v1/pets', '', 'HTTP/2.0'), 'HTTP/2.0'],
  ['a method in lower case', get('/v1/pets').replace('GET', 'get'), garbage],
  ['a target with a space', get('/v1/pets?status=sold pets'), garbage],
  ['a target with a NUL', get('/v1/pets\u0000'), garbage],
  ['a target in UTF-8', get('/v1/pets/é'), garbage],
  ['a space before the first header', get('/v1/pets').replace('Host', ' Host'), garbage],
  ['a space before a colon', get('/v1/pets').replace('Host:', 'Host :'), garbage],
  ['a header that is folded', get('/v1/pets', 'X: a\r\n b\r\n'), garbage],
  ['a NUL in a header', get('/v1/pets', 'X: a\u0000b\r\n'), garbage],
  ['lines that end with LF', get('/v1/pets').replaceAll('\r\n', '\n'), garbage],
  ['a header with a lone CR', get('/v1/pets', 'X: a\rX-Y: b\r\n'), garbage],
])('a head that is not valid HTTP/1.1 is refused, and its connection closed: %s', async (_what, text, mentions) => {
  const { port } = await startTestServer();
  const [, reply] = await exchange(port, creation + text, 2);
  expectLastError(reply, 400, 'invalid_request');
  expect(reply.body).toContain(mentions);
  await expectPets(port, 1);
});

test.each(servers)('a target with a fragment is refused by %s, and its connection closed', async (_name, start) => {
  const [reply] = await exchange(await start(), get('/v1/pets#') + creation, 1);
  expectLastError(reply, 400, 'invalid_request');
});

test.each<readonly [what: string, text: string, status: number, body: string]>([
  ['200 for more than one space in the request line (RFC 9112, section 3)', get(' /v1/pets'), 200, list],
  ['200 behind empty lines (RFC 9112, section 2.2)', `\r\n\r\n${get('/v1/pets')}`, 200, list],
  ['200 for 2,200 empty headers', get('/v1/pets', 'a:\r\n'.repeat(2_200)), 200, list],
  ['200 for headers with names of Object.prototype', get('/v1/pets', '__proto__: a\r\ntoString: b\r\n'), 200, list],
  ['200 for Latin-1 in a header', get('/v1/pets', 'X: \u00ff\u00fe\r\n'), 200, list],
  ['401 for Latin-1 in the key', get('/v1/pets').replace('Bearer', 'Bearer \u00ff'), 401, 'unauthorized'],
  ['401 for a second Authorization', get('/v1/pets', authorization), 401, 'unauthorized'],
  [
    '401 for a second Authorization, behind 2,200 other headers',
    get('/v1/pets', 'a:\r\n'.repeat(2_200) + authorization),
    401,
    'unauthorized',
  ],
  ['405 for TRACE, of which nothing is echoed', get('/v1/pets').replace('GET', 'TRACE'), 405, 'method_not_allowed'],
  ['204 for OPTIONS *', get('*').replace('GET', 'OPTIONS'), 204, ''],
  ['200 for a Host in brackets, with a port', get('/v1/pets').replace('Host: a', 'Host: [::1]:80'), 200, list],
  ['417 for an unknown expectation', get('/v1/pets', 'Expect: the-unexpected\r\n'), 417, 'expectation_failed'],
])(
  'a head that is unusual but valid is answered with %s, and its connection goes on',
  async (_what, text, status, body) => {
    const { port } = await startTestServer();
    const bytes = Buffer.from(creation + text + get('/v1/pets'), 'latin1');
    const [, reply, next] = await exchange(port, bytes, 3);
    if (status < 300) expect([reply?.status, reply?.body]).toEqual([status, body]);
    else expectError(reply, status, body);
    expect([next?.status, next?.body]).toEqual([200, list]);
    await expectPets(port, 1);
  },
);

test.each([
  ['a WebSocket', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'],
  ['HTTP/2', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n'],
  ['an Upgrade without Connection: Upgrade', 'Upgrade: websocket\r\n'],
])('a request for another protocol is answered in HTTP/1.1, and its connection closed: %s', async (_what, headers) => {
  const { connection, port } = await startAndConnect();
  const upgrade = creation.replace('Host: a\r\n', `Host: a\r\n${headers}`);
  connection.write(upgrade + creation); // node:http drops bytes after an Upgrade request

  expect(await connection.reply()).toMatchObject({ status: 201, body: rexCreated, headers: { connection: 'close' } });
  expect(await connection.closed).toBe('');
  await expectPets(port, 1);
});

describe('HTTP/1.0', () => {
  const old = (headers: string) => `GET /v1/pets HTTP/1.0\r\n${authorization}${headers}\r\n`;

  test('is answered without a Host, and its connection is closed', async () => {
    const { connection } = await startAndConnect();
    connection.write(old(''));
    expect(await connection.reply()).toMatchObject({ status: 200, body: '[]', headers: { connection: 'close' } });
    expect(await connection.closed).toBe('');
  });

  test('may send several requests with Connection: keep-alive', async () => {
    const { connection } = await startAndConnect();
    for (let i = 0; i < 2; i++) {
      connection.write(old('Connection: keep-alive\r\n'));
      expect(await connection.reply()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
    }
    await expectNoMore(connection);
  });

  test('gets no 100 Continue (RFC 9110, section 10.1.1)', async () => {
    const { port } = await startTestServer();
    const text = creation.replace('HTTP/1.1', 'HTTP/1.0').replace('Host: a', 'Expect: 100-continue');
    const [reply] = await exchange(port, text, 1);
    expect([reply?.status, reply?.body]).toEqual([201, rexCreated]);
  });
});
