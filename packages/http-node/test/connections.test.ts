import { describe, expect, test } from 'vitest';
import { expectPets } from './hostile-parts.ts';
import { openRawConnection } from '@petstore/test-support/raw-http';
import { createHeldStorage, creation, holdKeys, key, listing, post, startTestServer } from './test-server.ts';

const created = '{"id":1,"name":"Rex","categoryId":1}';
const tooLong = 'x'.repeat(65_537);

describe('Expect: 100-continue', () => {
  const body = '{"name":"Rex","categoryId":1}';
  const expecting = post('', `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n`);

  test('is answered with 100, and then with the reply', async () => {
    const connection = await openRawConnection((await startTestServer()).port);
    connection.write(expecting);
    expect((await connection.reply()).status).toBe(100);
    connection.write(body);
    expect(await connection.reply()).toMatchObject({ status: 201, body: created });
  });

  test('is answered with 100 once the earlier requests are answered', async () => {
    const petStorage = createHeldStorage();
    const connection = await openRawConnection((await startTestServer({ petStorage })).port);
    connection.write(creation + expecting);
    await petStorage.waiting;
    await connection.arrived();
    expect((await connection.serverSide()).bytesWritten).toBe(0);
    petStorage.release();
    expect([(await connection.reply()).status, (await connection.reply()).status]).toEqual([201, 100]);
    connection.write(body);
    expect((await connection.reply()).status).toBe(201);
  });

  const refused: readonly (readonly [why: string, text: string, status: number])[] = [
    ['its key is wrong', expecting.replace(key, 'wrong'), 401],
    ['it has no key', expecting.replace(/Authorization.*\r\n/, ''), 401],
    ['its path is unknown', expecting.replace('/pets', '/nowhere'), 404],
    ['its path is unknown, outside /v1', expecting.replace('/v1/pets', '/nowhere'), 404],
    ['its method is not possible', expecting.replace('POST', 'PUT'), 405],
    ['its length is too great', expecting.replace(/Length: \d+/, 'Length: 65537'), 413],
    ['its type is another', expecting.replace('application/json', 'text/plain'), 415],
    ['it is encoded', expecting.replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n'), 415],
    ['its Host is wrong', expecting.replace('Host: a', 'Host: a b'), 400],
    ['it is a list, which needs no body', expecting.replace('POST', 'GET'), 200],
  ];

  test.each(refused)(
    'gets no 100 if %s, but the reply at once, and the connection closes',
    async (_why, text, status) => {
      const server = await startTestServer();
      const connection = await openRawConnection(server.port);
      connection.write(text);
      expect(await connection.reply()).toMatchObject({ status, headers: { connection: 'close' } });
      expect(await connection.closed).toBe('');
    },
  );

  test.each(refused)(
    'may be sent with the body at once: if %s, the client gets the reply, and further bytes are ignored',
    async (_why, text, status) => {
      const server = await startTestServer();
      const connection = await openRawConnection(server.port);
      connection.write(text + body + creation);
      expect(await connection.reply()).toMatchObject({ status, headers: { connection: 'close' } });
      expect(await connection.closed).toBe('');
      await expectPets(server.port, 0);
    },
  );

  test.each([
    ['a list', expecting.replace('POST', 'GET').replace(/Content-Length.*\r\n/, ''), 200],
    ['a creation of no bytes', expecting.replace(/Length: \d+/, 'Length: 0'), 400],
  ])('gets no 100 without a body: %s', async (_what, text, status) => {
    const connection = await openRawConnection((await startTestServer()).port);
    connection.write(text);
    expect((await connection.reply()).status).toBe(status);
    expect(await connection.closed).toBe('');
  });

  test('is the only expectation: any other is a 417', async () => {
    const connection = await openRawConnection((await startTestServer()).port);
    connection.write(expecting.replace('100-continue', 'a-miracle'));
    const reply = await connection.reply();
    expect(reply.status).toBe(417);
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'expectation_failed', status: 417 });
  });
});

describe('a connection', () => {
  test.each<readonly [what: string, text: string, status: number]>([
    ['413 by its length', post(tooLong), 413],
    ['413 while it is read', post(`10001\r\n${tooLong}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked\r\n'), 413],
    ['415 unread', post(tooLong.slice(2)).replace('application/json', 'text/plain'), 415],
    ['401 unread', post(tooLong.slice(2)).replace(key, 'wrong'), 401],
    ['404 unread', post(tooLong.slice(2)).replace('/pets', '/nowhere'), 404],
    ['400 for malformed JSON', post('{'), 400],
  ])('stays usable after a body that was answered with %s', async (_what, text, status) => {
    const connection = await openRawConnection((await startTestServer()).port);
    connection.write(text);
    expect((await connection.reply()).status).toBe(status);
    connection.write(creation);
    expect(await connection.reply()).toMatchObject({ status: 201, body: created });
  });

  test('answers requests in the order in which they came', async () => {
    const connection = await openRawConnection((await startTestServer()).port);
    connection.write(creation + listing + post('{') + creation);
    const replies = [
      await connection.reply(),
      await connection.reply(),
      await connection.reply(),
      await connection.reply(),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 400, 201]);
    expect(replies[1]?.body).toBe(`[${created}]`);
  });

  test('may send a request byte by byte', async () => {
    const connection = await openRawConnection((await startTestServer()).port);
    connection.socket.setNoDelay(true);
    for (const byte of creation) connection.write(byte);
    expect(await connection.reply()).toMatchObject({ status: 201, body: created });
  });

  test('may close its sending half, and still gets every reply', async () => {
    const storage = createHeldStorage();
    const { port } = await startTestServer({ petStorage: storage });
    const connection = await openRawConnection(port);
    connection.socket.end(creation.repeat(20) + listing.repeat(20));
    await storage.waiting;
    storage.release();
    for (let id = 1; id <= 20; id++) {
      expect(await connection.reply()).toMatchObject({ status: 201, body: `{"id":${id},"name":"Rex","categoryId":1}` });
    }
    for (let times = 0; times < 20; times++) expect((await connection.reply()).status).toBe(200);
    expect(await connection.closed).toBe('');
  });

  test('may close its sending half after a malformed request', async () => {
    const storage = createHeldStorage();
    const { port } = await startTestServer({ petStorage: storage });
    const connection = await openRawConnection(port);
    connection.socket.end(`${creation}BAD\r\n\r\n`);
    await storage.waiting;
    await connection.arrived();
    storage.release();
    expect((await connection.reply()).status).toBe(201);
    expect((await connection.reply()).status).toBe(400);
    expect(await connection.closed).toBe('');
  });

  test('that ends in the middle of a body creates nothing, and the server goes on', async () => {
    const server = await startTestServer();
    const aborted = await openRawConnection(server.port);
    aborted.write(creation.slice(0, -1));
    aborted.socket.resetAndDestroy();
    await aborted.closed;

    const connection = await openRawConnection(server.port);
    connection.write(listing);
    expect(await connection.reply()).toMatchObject({ status: 200, body: '[]' });
  });

  test('that ends while its key is looked up leaves no request pending', async () => {
    const { apiKeys, asked, release } = holdKeys();
    const server = await startTestServer({ apiKeys });

    const connection = await openRawConnection(server.port);
    connection.write(creation.slice(0, -1));
    await asked;
    connection.socket.resetAndDestroy();
    await connection.closedByServer();
    release();
    await expect.poll(() => server.records.map(({ status }) => status)).toEqual([400]);
  });

  test('that ends before its reply does not affect others', async () => {
    const petStorage = createHeldStorage();
    const server = await startTestServer({ petStorage });
    const gone = await openRawConnection(server.port);
    gone.write(creation);
    await petStorage.waiting;
    gone.socket.resetAndDestroy();
    await gone.closed;
    petStorage.release();

    const connection = await openRawConnection(server.port);
    connection.write(creation);
    expect((await connection.reply()).status).toBe(201);
  });

  test('that sends malformed bytes while an earlier request is answered does not affect others', async () => {
    const petStorage = createHeldStorage();
    const server = await startTestServer({ petStorage });
    const broken = await openRawConnection(server.port);
    broken.write(`${creation}hello\r\n\r\n`);
    await petStorage.waiting;
    petStorage.release();
    await broken.closed;

    const connection = await openRawConnection(server.port);
    connection.write(listing);
    expect((await connection.reply()).status).toBe(200);
  });
});
