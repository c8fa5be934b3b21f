import { describe, expect, test } from 'vitest';
import {
  authorization,
  exchange,
  expectError,
  expectLastError,
  expectPets,
  get,
  rex,
  rexInChunks,
  servers,
} from './hostile-parts.ts';
import { createHeldStorage, creation, key, post, startTestServer } from './test-server.ts';

const chunked = 'Transfer-Encoding: chunked\r\n';
const length = `Content-Length: ${rex.length}\r\n`;

/** A request in the body of another one. If it were handled, it would create a pet. */
const smuggled = creation;

describe('a body of ambiguous length is refused, and its connection is closed without another reply:', () => {
  test.each<readonly [what: string, headers: string, body?: string]>([
    ['a length with a sign', `Content-Length: +${rex.length}\r\n`],
    ['a negative length', 'Content-Length: -1\r\n'],
    ['a length that overflows 64 bits', 'Content-Length: 18446744073709551645\r\n'],
    ['two lengths that are the same', length + length],
    ['two lengths that differ', `${length}Content-Length: 0\r\n`],
    ['a space before the colon of the length', `Content-Length : ${rex.length}\r\n`],
    ['a length, then chunks', length + chunked],
    ['chunked twice in one header', 'Transfer-Encoding: chunked, chunked\r\n', rexInChunks],
    ['chunked, and then another coding', 'Transfer-Encoding: chunked, gzip\r\n', rexInChunks],
    ['the coding identity', 'Transfer-Encoding: identity\r\n', rexInChunks],
    ['no coding', 'Transfer-Encoding:\r\n', ''],
    ['chunked behind a vertical tab', 'Transfer-Encoding: \u000bchunked\r\n', rexInChunks],
    ['a chunk with a space behind its length', chunked, rexInChunks.replace('1d', '1d ')],
    ['a chunk whose length overflows 64 bits', chunked, rexInChunks.replace('1d', '1000000000000001d')],
    ['a chunk that is longer than it says', chunked, rexInChunks.replace('1d', '1c')],
    ['chunks that end with LF', chunked, rexInChunks.replaceAll('\r\n', '\n')],
    ['a chunk extension with NUL', chunked, rexInChunks.replace('1d', '1d;a=\u0000')],
    ['a length among the trailers', chunked, rexInChunks.replace('0\r\n', '0\r\nContent-Length: 5\r\n')],
  ])('%s', async (_what, headers, body = rex) => {
    const { port } = await startTestServer();
    const [first, reply] = await exchange(port, creation + post(body, headers) + smuggled, 2);
    expect(first?.status).toBe(201);
    expectLastError(reply, 400, 'invalid_request');
    await expectPets(port, 1);
  });

  test('trailers of 17 KiB, with 431', async () => {
    const { port } = await startTestServer();
    const bomb = rexInChunks.replace('0\r\n', `0\r\nX: ${'x'.repeat(17_408)}\r\n`);
    const [reply] = await exchange(port, post(bomb, chunked) + smuggled, 1);
    expectError(reply, 431, 'header_fields_too_large');
    await expectPets(port, 0);
  });

  test('a transfer coding in HTTP/1.0', async () => {
    const { port } = await startTestServer();
    const headers = `Connection: keep-alive\r\n${chunked}`;
    const [reply] = await exchange(port, post(rexInChunks, headers).replace('HTTP/1.1', 'HTTP/1.0'), 1);
    expectLastError(reply, 400, 'invalid_request');
    await expectPets(port, 0);
  });

  test('a broken chunk behind a wrong key gets one reply', async () => {
    const { port } = await startTestServer();
    const [reply] = await exchange(port, post('x\r\n', chunked).replace(key, 'wrong') + smuggled, 1);
    expectLastError(reply, 401, 'unauthorized');
  });
});

test.each<readonly [what: string, headers: string, body?: string]>([
  ['a length with zeros before it', `Content-Length: 000${rex.length}\r\n`],
  ['chunked behind a tab', 'Transfer-Encoding:\tchunked\r\n', rexInChunks],
  ['a chunk with extensions', chunked, rexInChunks.replace('1d', '1d;a=b;c="d;\\""')],
  ['trailers, which change nothing', chunked, rexInChunks.replace('0\r\n', '0\r\nAuthorization: Bearer x\r\nX: y\r\n')],
  ['a chunk for each byte', chunked, `${Array.from(rex, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`],
])(
  'a body with an unusual but valid length is accepted, and what follows is the next request: %s',
  async (_what, headers, body = rex) => {
    const { port } = await startTestServer();
    const replies = await exchange(port, post(body, headers) + get('/v1/pets'), 2);
    expect(replies.map(({ status }) => status)).toEqual([201, 200]);
    await expectPets(port, 1);
  },
);

test.each<readonly [what: string, head: string, status: number]>([
  ['of a list', `GET /v1/pets HTTP/1.1\r\nHost: a\r\n${authorization}`, 200],
  ['of a DELETE', `DELETE /v1/pets/1 HTTP/1.1\r\nHost: a\r\n${authorization}`, 405],
  ['of a creation without a key', 'POST /v1/pets HTTP/1.1\r\nHost: a\r\n', 401],
  ['of a creation in another type', `POST /v1/pets HTTP/1.1\r\nHost: a\r\n${authorization}`, 415],
  ['of a creation elsewhere', 'POST /pets HTTP/1.1\r\nHost: a\r\n', 404],
  ['of an OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n', 204],
])('the unread body of a request is not parsed as the next request: %s', async (_what, head, status) => {
  const { port } = await startTestServer();
  const text = `${head}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
  const inChunks = `${head}${chunked}\r\n${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
  const replies = await exchange(port, text + inChunks + get('/v1/pets'), 3);
  expect(replies.map((reply) => reply.status)).toEqual([status, status, 200]);
  await expectPets(port, 0);
});

describe.each(servers)('a transfer coding other than chunked is a 501 of %s:', (_name, start) => {
  test.each([
    ['gzip, chunked', 'Transfer-Encoding: gzip, chunked\r\n'],
    ['gzip and chunked in two headers', `Transfer-Encoding: gzip\r\n${chunked}`],
    ['a comma before chunked', 'Transfer-Encoding: ,chunked\r\n'],
  ])('%s', async (_what, headers) => {
    const petStorage = createHeldStorage();
    petStorage.release();
    const port = await start(petStorage);
    const list = `GET /v1/pets HTTP/1.1\r\nHost: a\r\n${headers}\r\n${rexInChunks}`;
    const replies = await exchange(port, post(rexInChunks, headers) + list + get('/v1/pets'), 3);
    for (const reply of replies.slice(0, 2)) expectError(reply, 501, 'not_implemented');
    expect([replies[2]?.status, replies[2]?.body]).toEqual([200, '[]']);
    expect(petStorage.events).toEqual([]);
  });
});
