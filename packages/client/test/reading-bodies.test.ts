import { unwrap } from '@petstore/core';
import { listenUntilFinished } from '@petstore/test-support/raw-http';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient, type Fetch } from '../src/index.ts';
import { apiKey, calls, clientOf, pet, rex } from './wrong-server.ts';

const ofNode = (chunks: Iterable<unknown>) => Readable.from(chunks, { objectMode: false });

describe.each([
  ['with TextDecoder', TextDecoder],
  ['without it, as in jsdom', undefined],
])('a Response without a web stream is read %s', (_, decoder) => {
  const createTestClient = (fields: object) => {
    vi.stubGlobal('TextDecoder', decoder);
    return clientOf({ status: 200, headers: new Headers(), ...fields } as unknown as Response);
  };
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

test('a stream of Node is read to the limit of the client, and destroyed', async () => {
  const body = ofNode(
    (function* () {
      for (;;) yield Buffer.alloc(2 ** 20, 'a');
    })(),
  );
  const sent = { status: 200, headers: new Headers(), body } as unknown as Response;
  const { code, message } = await calls.listPets(clientOf(sent));
  expect([code, message]).toEqual(['invalid_response', expect.stringContaining('longer than')]);
  expect(body.destroyed).toBe(true);
});

test('of a body without an end, the client takes no more than 16 MiB', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(2 ** 20).fill(32));
      sent += 2 ** 20;
    },
  });
  const error = await calls.listPets(clientOf(new Response(endless)));
  expect(error).toMatchObject({ code: 'invalid_response', status: 200, body: ' '.repeat(500) });
  expect(error.message).toContain('longer than 16777216 bytes');
  expect(sent).toBeLessThan(2 ** 24 + 2 ** 22);
});

test('a body that is not UTF-8 is invalid_response', async () => {
  const error = await calls.listPets(clientOf(new Response(new Uint8Array([91, 255, 93]))));
  expect(error).toMatchObject({ code: 'invalid_response', body: '[\ufffd]' });
});

test('a body that is a stream of something other than bytes is refused', async () => {
  const texts = new ReadableStream({ start: (controller) => controller.enqueue('text') });
  const error = await calls.listPets(clientOf(Object.defineProperty(new Response(), 'body', { value: texts })));
  expect(error.message).toContain('something other than bytes');
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
    const baseUrl = `http://127.0.0.1:${await listenUntilFinished(server)}/v1`;
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
    const error = await calls.createPet(clientOf(new Response(broken, { status: 201 })));
    expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
  });
});
