import { unwrap } from '@petstore/core';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient, type Fetch, type PetStoreClient } from '../src/index.ts';
import { always, apiKey, errorResponse, response, startWrongServer } from './wrong-server.ts';

const rex = { name: 'Rex', categoryId: 1 } as const;
const pet = '{"id":7,"name":"Rex","categoryId":1}';

/** The call of each operation, and its error. */
const calls = {
  listPets: async (client: PetStoreClient) => (await client.listPets())._unsafeUnwrapErr(),
  createPet: async (client: PetStoreClient) => (await client.createPet(rex))._unsafeUnwrapErr(),
  getPet: async (client: PetStoreClient) => (await client.getPet(7))._unsafeUnwrapErr(),
};
const everyCall = Object.values(calls);

describe('an Error body becomes the error that the store has in process', () => {
  test.each([
    ['listPets', 400, 'invalid_request', 'not_created'],
    ['createPet', 400, 'invalid_request', 'not_created'],
    ['getPet', 404, 'not_found', undefined],
    ...(['listPets', 'createPet', 'getPet'] as const).flatMap((call) => [
      [call, 401, 'unauthorized', 'not_created'] as const,
      [call, 503, 'storage_failure', 'unknown'] as const,
    ]),
  ] as const)('%s: %i is %s, with the outcome %s', async (call, status, code, outcome) => {
    const server = await startWrongServer(always(errorResponse(status, 'Because of this.')));
    const error = { code, status, message: 'Because of this.', outcome };
    expect(await calls[call](server.client())).toEqual({ ...error, serverCode: 'any_code' });
  });
});

describe('an error carries the code of the server', () => {
  test.each([
    [400, 'out_of_dog_food', 'out_of_dog_food'],
    [400, 'invalid_request', undefined],
    [400, 'x'.repeat(600), 'x'.repeat(500)],
    [400, `no_${apiKey}`, 'no_***'],
    [401, 'key_expired', 'key_expired'],
    [403, 'not_yours', 'not_yours'],
    [503, 'full', 'full'],
  ])('of a response %i with the code %s: %s', async (status, code, serverCode) => {
    const body = JSON.stringify({ code, message: 'Why.', status });
    const fetch = () => Promise.resolve(new Response(body, { status }));
    const error = await calls.createPet(createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }));
    if (serverCode === undefined) expect(error).not.toHaveProperty('serverCode');
    else expect(error).toHaveProperty('serverCode', serverCode);
  });
});

describe('a status that the operation does not have is invalid_response, with what the server says', () => {
  test.each([
    ['listPets', 404],
    ['createPet', 404],
    ['getPet', 400],
    ...[405, 408, 413, 415, 429, 500, 501, 502].map((status) => ['createPet', status] as const),
  ] as const)('%s: %i', async (call, status) => {
    const server = await startWrongServer(always(errorResponse(status, 'Because of this.')));
    const error = await calls[call](server.client());
    const outcome = status < 500 ? 'not_created' : 'unknown';
    expect(error).toMatchObject({ code: 'invalid_response', status, outcome });
    expect(error.message).toContain('Because of this.');
    expect((error as { body: string }).body).toContain('any_code');
  });

  test.each([200, 202, 204])('%i for a creation', async (status) => {
    const server = await startWrongServer(
      always(status === 204 ? 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n' : response(status, pet)),
    );
    expect(await calls.createPet(server.client())).toMatchObject({ code: 'invalid_response', status });
  });
});

describe.each([
  ['with TextDecoder', TextDecoder],
  ['without it, as in jsdom', undefined],
])('a Response without a web stream is read %s', (_, decoder) => {
  const createTestClient = (fields: object) => {
    vi.stubGlobal('TextDecoder', decoder);
    const fetch = () => Promise.resolve({ status: 200, headers: new Headers(), ...fields } as unknown as Response);
    return createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch });
  };
  const ofNode = (chunks: Iterable<unknown>) => Readable.from(chunks, { objectMode: false });
  const listed = Buffer.from(`[${pet}]`);
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([
    ['a stream of Node, as in node-fetch', () => ({ body: ofNode([listed.subarray(0, 9), listed.subarray(9)]) })],
    ['arrayBuffer alone, as in whatwg-fetch', () => ({ arrayBuffer: () => Promise.resolve(listed) })],
  ])('from %s', async (_from, fields) => {
    expect(await unwrap(createTestClient(fields()).listPets())).toEqual([{ id: 7, ...rex }]);
  });

  test('to its limit', async () => {
    const body = ofNode(
      (function* () {
        for (;;) yield Buffer.alloc(2 ** 20, 'a');
      })(),
    );
    const error = await calls.listPets(createTestClient({ body }));
    expect(error).toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('longer than') as string,
    });
    expect(body.destroyed).toBe(true);
  });

  test.each([
    ['no UTF-8', { body: ofNode([Buffer.of(0x22, 0xff, 0x22)]) }, /UTF-8/],
    ['no body', { body: null }, /not JSON/],
  ])('and refused if it has %s', async (_what, fields, message) => {
    const error = await calls.listPets(createTestClient(fields));
    expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringMatching(message) as string });
  });

  test.each([{}, { body: 'a text' }])('or not at all: %j', async (fields) => {
    const { message } = await calls.createPet(createTestClient(fields));
    expect(message).toMatch(/body of the response 200 could not be read: .*arrayBuffer is not a function\.$/);
  });
});

describe('invalid_response for', () => {
  const html = '<!doctype html><title>502 Bad Gateway</title>';

  test.each([
    ['another status in the body', '{"code":"a","message":"b","status":400}'],
    ['no message', '{"code":"a","status":503}'],
    ['a message that is not a text', '{"code":"a","message":7,"status":503}'],
    ['no code', '{"message":"b","status":503}'],
    ['null', 'null'],
    ['nothing', ''],
  ])('an Error body with %s', async (_what, body) => {
    const server = await startWrongServer(always(response(503, body)));
    expect(await calls.listPets(server.client())).toMatchObject({ code: 'invalid_response', status: 503, body });
  });

  test.each([
    [202, 'does not have this status'],
    [299, 'does not have this status'],
    [300, 'does not have this status'],
    [399, 'does not have this status'],
    [400, 'not an Error'],
    [502, 'not an Error'],
  ])('a page with %i, and says why: it %s', async (status, why) => {
    const server = await startWrongServer(always(response(status, html)));
    const error = await calls.listPets(server.client());
    expect(error).toMatchObject({ code: 'invalid_response', status, body: html });
    expect(error.message).toContain(why);
  });

  test('304, which is no redirect', async () => {
    const server = await startWrongServer(always('HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n'));
    const error = await calls.listPets(server.client());
    expect(error).toMatchObject({ code: 'invalid_response', status: 304, body: '' });
    expect(error.message).toContain('does not have this status');
  });

  test('a page instead of a list', async () => {
    const server = await startWrongServer(always(response(200, html)));
    const error = await calls.listPets(server.client());
    expect(error).toMatchObject({ code: 'invalid_response', status: 200, body: html });
    expect(error.message).toContain('not JSON');
  });

  test('a body that is cut off without a trace in the framing', async () => {
    const server = await startWrongServer(always(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[${pet}`));
    expect(await calls.listPets(server.client())).toMatchObject({ code: 'invalid_response', body: `[${pet}` });
  });

  test('a length that is too short', async () => {
    const server = await startWrongServer(
      always(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\n[${pet}]`),
    );
    expect(await calls.listPets(server.client())).toMatchObject({ code: 'invalid_response', body: '[{"id' });
  });

  test('a body without an end, of which it takes no more than 16 MiB', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(2 ** 20).fill(32));
        sent += 2 ** 20;
      },
    });
    const fetch = () => Promise.resolve(new Response(endless));
    const error = await calls.listPets(createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }));
    expect(error).toMatchObject({ code: 'invalid_response', status: 200, body: ' '.repeat(500) });
    expect(error.message).toContain('longer than 16777216 bytes');
    expect(sent).toBeLessThan(2 ** 24 + 2 ** 22);
  });

  test('a body that is not UTF-8', async () => {
    const fetch = () => Promise.resolve(new Response(new Uint8Array([91, 255, 93])));
    const error = await calls.listPets(createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }));
    expect(error).toMatchObject({ code: 'invalid_response', body: '[\ufffd]' });
  });

  test('a stream of something other than bytes', async () => {
    const texts = new ReadableStream({ start: (controller) => controller.enqueue('text') });
    const fetch = () => Promise.resolve(Object.defineProperty(new Response(), 'body', { value: texts }));
    const error = await calls.listPets(createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }));
    expect(error.message).toContain('something other than bytes');
  });

  test.each([301, 302, 303, 307, 308])('a redirect, %i, which is not followed', async (status) => {
    const other = await startWrongServer(always(response(200, '[]')));
    const server = await startWrongServer(always(response(status, '', `Location: ${other.baseUrl}/pets\r\n`)));
    for (const call of everyCall) {
      const error = await call(server.client());
      expect(error).toMatchObject({ code: 'invalid_response', status });
      expect(error.message).toContain('A redirect is not followed');
    }
    expect(other.requests()).toEqual([]);
  });

  test('a redirect in a browser, which hides its status', async () => {
    const fetch = () => Promise.resolve(Response.error()); // has the status 0 too
    const error = await calls.listPets(createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }));
    expect(error).toMatchObject({ code: 'invalid_response', status: 0 });
    expect(error.message).toContain('A redirect is not followed');
  });

  test.each([
    ['an object', '{}', 'not a list'],
    ['a pet without an id', '[{"name":"Rex","categoryId":1}]', 'id is required'],
    ['a categoryId beyond int64', '[{"id":1,"name":"Rex","categoryId":9223372036854775808}]', 'categoryId must be'],
    ['something other than a pet', '[1]', 'must be an object'],
  ])('%s instead of a list', async (_what, body, why) => {
    const server = await startWrongServer(always(response(200, body)));
    const error = await calls.listPets(server.client());
    expect(error).toMatchObject({ code: 'invalid_response', status: 200, body });
    expect(error.message).toContain(why);
  });

  test('a list that ignores the limit, the default one too', async () => {
    const list = (length: number) => `[${Array.from({ length }, () => pet).join()}]`;
    const server = await startWrongServer(
      { match: { query: { limit: 2 } }, raw: { pieces: [response(200, list(3))] } },
      always(response(200, list(21))),
    );
    const limited = (await server.client().listPets({ limit: 2 }))._unsafeUnwrapErr();
    expect(limited.message).toContain('3 pets, and the limit is 2');
    expect((await calls.listPets(server.client())).message).toContain('21 pets, and the limit is 20');
  });

  test.each([
    [`[${pet}]`, '(none)'],
    ['[{"id":7,"name":"Rex","categoryId":1,"status":"pending"}]', 'pending'],
  ])('a list that ignores the status: %s', async (body, status) => {
    const server = await startWrongServer(always(response(200, body)));
    const error = (await server.client().listPets({ status: 'sold' }))._unsafeUnwrapErr();
    expect(error.message).toContain(`The pet 7 has the status ${status}, and sold was asked for.`);
  });

  test.each([
    ['another name', '{"id":7,"name":"rex","categoryId":9007199254740993,"status":"sold"}'],
    ['a rounded categoryId', '{"id":7,"name":"Rex","categoryId":9007199254740992,"status":"sold"}'],
    ['another status', '{"id":7,"name":"Rex","categoryId":9007199254740993,"status":"pending"}'],
    ['no status', '{"id":7,"name":"Rex","categoryId":9007199254740993}'],
  ])('a created pet that is not the one that was sent: %s', async (_what, body) => {
    const server = await startWrongServer(always(response(201, body)));
    const newPet = { name: 'Rex', categoryId: 2n ** 53n + 1n, status: 'sold' } as const;
    const error = (await server.client().createPet(newPet))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'invalid_response', status: 201, body });
  });

  test('a pet that is not the one that was asked for', async () => {
    const server = await startWrongServer(always(response(200, pet)));
    expect((await server.client().getPet(8))._unsafeUnwrapErr().message).toContain('has the id 7, and 8 was asked for');
    expect(await unwrap(server.client().getPet(7))).toEqual({ id: 7, ...rex });
  });
});

describe('a body that is cut off is a transport failure:', () => {
  test.each([
    ['a connection that is closed', { 'Content-Length': 100 }, 'end'],
    ['a connection that is reset', { 'Content-Length': 100 }, 'resetAndDestroy'],
    ['a chunk that is missing', { 'Transfer-Encoding': 'chunked' }, 'end'],
  ] as const)('by %s', async (_what, framing, cut) => {
    let cutOff = () => undefined as unknown;
    const server = createServer(({ socket }, response) => {
      cutOff = () => socket[cut]();
      response.writeHead(200, framing).write(`[${pet}`);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const fetchHead: Fetch = async (url, options) => {
      const head = await fetch(url, options);
      cutOff(); // not before the head is there: a reset may overtake it
      return head;
    };
    for (const [name, call] of Object.entries(calls)) {
      const error = await call(createClient({ baseUrl, apiKey, fetch: fetchHead }));
      expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
      expect(error.message).toContain('the body of the response 200 could not be read');
      expect((error as { cause: unknown }).cause).toBeInstanceOf(Error);
      expect(error.message.includes('whether the pet was created is unknown')).toBe(name === 'createPet');
    }
  });

  test('also if the stream says that nothing was sent', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const broken = new ReadableStream({ pull: (controller) => controller.error(refused) });
    const fetch = () => Promise.resolve(new Response(broken, { status: 201 }));
    const error = await calls.createPet(createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }));
    expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
  });
});

describe('unauthorized for a 401 without an Error body', () => {
  test.each([
    ["a gateway's page", '<html>401 Authorization Required</html>'],
    ['nothing', ''],
    ['an Error body of another status', '{"code":"a","message":"b","status":400}'],
    ['JSON of another kind', '{"error":"invalid_token"}'],
  ])('%s', async (_what, body) => {
    const server = await startWrongServer(always(response(401, body)));
    for (const call of everyCall) {
      const error = await call(server.client());
      expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
      expect(error.message).toContain('401');
    }
  });

  test('a page that is not UTF-8', async () => {
    const fetch = () => Promise.resolve(new Response(new Uint8Array([0xe9]), { status: 401 }));
    const error = await calls.listPets(createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch }));
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
  });
});

test('a created pet may have got a status, and unknown fields are dropped', async () => {
  const body = '{"id":7,"name":"Rex","categoryId":1,"status":"available","owner":"me"}';
  const server = await startWrongServer(always(response(201, body)));
  expect(await unwrap(server.client().createPet(rex))).toEqual({ id: 7, ...rex, status: 'available' });
});

test('a list and its pets are frozen', async () => {
  const server = await startWrongServer(always(response(200, `[${pet}]`)));
  const pets = await unwrap(server.client().listPets());
  expect([pets, ...pets].every(Object.isFrozen)).toBe(true);
});

describe('a server that sends the API key back', () => {
  const echo = `Authorization: Bearer ${apiKey}`;

  test.each([
    ['in an Error body', (status: number) => errorResponse(status, echo)],
    ['in a page', (status: number) => response(status, `<pre>${echo}</pre>`)],
    ['at the end of what is kept of a page', (status: number) => response(status, `${'x'.repeat(480)}${echo}`)],
    ['in a body that is nearly JSON', (status: number) => response(status, `[${echo}`)],
  ])('%s does not get it into an error', async (_where, makeResponse) => {
    for (const status of [200, 201, 400, 401, 404, 500, 503]) {
      const server = await startWrongServer(always(makeResponse(status)));
      for (const call of everyCall) {
        const shown = inspect(await call(server.client()), { depth: 20 });
        expect(shown).not.toContain(apiKey.slice(0, 12));
      }
    }
  });

  test('percent-encoded or escaped as in JSON does not get it into an error', async () => {
    const key = String.raw`S3cret"/\k`;
    const percent = encodeURIComponent(key);
    const json = JSON.stringify({ key }).replace('/', String.raw`\/`);
    const codes = key.replace('S', String.raw`\u0053`);
    const respond = () => Promise.resolve(new Response(`${percent} ${json} ${codes}`, { status: 500 }));
    const error = (
      await createClient({ baseUrl: 'http://pets.test/v1', apiKey: key, fetch: respond }).listPets()
    )._unsafeUnwrapErr();
    expect(error).toHaveProperty('body', '*** {"key":"***"} ***');
  });

  test('in the name of a pet is kept', async () => {
    const named = `{"id":7,"name":"${apiKey}","categoryId":1}`;
    const server = await startWrongServer(always(response(200, named)));
    expect((await unwrap(server.client().getPet(7))).name).toBe(apiKey);
  });
});

describe.each(['k', 'dev', 'pet', 'created', '1', 'pets', '***', 'POST'])('a short API key, %s, is masked', (key) => {
  const sentence = 'No response to POST https://dev.test/v1/pets (whether the pet was created is unknown):';

  test('in what came from outside, as a whole word, and not in our own sentences', async () => {
    const lost = createClient({
      baseUrl: 'https://dev.test/v1',
      apiKey: key,
      fetch: () => Promise.reject(new Error(`no key <${key}> for "${key}x"`)),
    });
    expect((await calls.createPet(lost)).message).toBe(`${sentence} no key <***> for "${key}x".`);
    const body = JSON.stringify({ code: 'any', message: `No key <${key}>, but ${key}x`, status: 405 });
    const refused = createClient({
      baseUrl: 'https://dev.test/v1',
      apiKey: key,
      fetch: () => Promise.resolve(new Response(body, { status: 405 })),
    });
    const error = await calls.createPet(refused);
    expect(error.message).toBe(
      'The response 405 to POST https://dev.test/v1/pets cannot be used. The operation does not have this status. The server says: ' +
        `No key <***>, but ${key}x`,
    );
    expect(error).toHaveProperty('body', expect.stringContaining('No key <***>'));
  });

  test('in the path of the base address', async () => {
    const client = createClient({
      baseUrl: `https://dev.test/${encodeURIComponent(key)}/${encodeURIComponent(key)}x/v1`,
      apiKey: key,
      fetch: () => Promise.reject(new Error('no')),
    });
    expect((await calls.listPets(client)).message).toBe(
      `No response to GET https://dev.test/***/${encodeURIComponent(key)}x/v1/pets: no.`,
    );
  });
});

test('the texts of an error are bounded', async () => {
  const server = await startWrongServer(always(errorResponse(500, 'x'.repeat(100_000))));
  const error = await calls.createPet(server.client());
  expect(error).toMatchObject({ code: 'invalid_response', body: expect.stringMatching(/^.{500}$/) as string });
  expect(error.message).toMatch(/^.{500}…$/);
});
