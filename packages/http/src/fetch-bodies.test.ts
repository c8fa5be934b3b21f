import { runInNewContext } from 'node:vm';
import { createPetStore } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { describe, expect, test } from 'vitest';
import { createFetchHandler, type FetchHandler, type RequestLog } from './index.ts';

const key = 'test-key';
const rex = '{"name":"Rex","categoryId":1}';
const utf8 = new TextEncoder();

describe('the body of a Request', () => {
  const dog = '{"name":"🐕","categoryId":1}';
  const byteByByte = Array.from(utf8.encode(dog), (byte) => [Uint8Array.of(byte), new Uint8Array()]).flat();
  const ofOtherRealm = runInNewContext('Uint8Array.from(bytes)', { bytes: utf8.encode(dog) }) as Uint8Array;

  test.each<[what: string, body: Body]>([
    ['a string', dog],
    ['bytes', utf8.encode(dog)],
    ['a Blob', new Blob([dog])],
    ['a stream', new Blob([dog]).stream()],
    ['chunks that split a character, or are empty', slowly(byteByByte)],
    ['bytes of another realm, as in a test environment with its own globals', slowly([ofOtherRealm])],
  ])('may be %s', async (_what, body) => {
    const response = await petStore().handler(creation(body));
    expect([response.status, await response.text()]).toEqual([201, '{"id":1,"name":"🐕","categoryId":1}']);
  });

  test.each([
    ['a stream of Node, as in node-fetch', { pipe: () => undefined }],
    ['nothing, as in whatwg-fetch', undefined],
  ])('may be %s, instead of a web stream', async (_what, body) => {
    const { handler } = petStore();
    const withBody = (text: string) => Object.defineProperty(creation(text), 'body', { value: body });
    expect((await handler(withBody(rex))).status).toBe(201);
    expect((await handler(withBody(rex.padEnd(65_536)))).status).toBe(201);
    expect((await handler(withBody(''))).status).toBe(400);
    expect((await handler(withBody(`"${'x'.repeat(65_536)}"`))).status).toBe(413);
  });

  test('that is too long is refused at the limit, and its rest is discarded', async () => {
    let left = 20;
    const { stream, events } = watched(() => (left-- > 0 ? new Uint8Array(10_000) : undefined));
    const { handler, records } = petStore();
    expect((await handler(creation(stream))).status).toBe(413);
    await expect.poll(() => events).toEqual([...Array<string>(21).fill('pull')]);
    expect(records[0]?.failure).toBeUndefined();
  });

  test.each<[what: string, chunk: Uint8Array, maxEvents: number, cancel?: () => Promise<void>]>([
    ['that never ends', new Uint8Array(10_000), 1_100],
    ['of chunks without bytes', new Uint8Array(), 67_000],
    ['whose cancelling fails', new Uint8Array(10_000), 1_100, () => Promise.reject(new Error('No.'))],
    ['whose cancelling never ends', new Uint8Array(10_000), 1_100, () => new Promise(() => undefined)],
  ])('%s is refused at the limit, and cancelled', async (_what, chunk, maxEvents, cancel) => {
    const { stream, events } = watched(() => chunk, cancel);
    expect((await petStore().handler(creation(stream))).status).toBe(413);
    await expect.poll(() => events.at(-1)).toBe('cancel');
    expect(events.length).toBeLessThan(maxEvents);
  });

  test('that breaks off while its rest is discarded is still a 413', async () => {
    const pieces = Array.from({ length: 10 }, () => new Uint8Array(10_000));
    expect((await petStore().handler(creation(slowly(pieces, new Error('The client is gone.'))))).status).toBe(413);
  });

  test('that breaks off is a 400 and creates nothing', async () => {
    const { handler, records } = petStore();
    const pieces = [utf8.encode(rex.slice(0, 5))];
    const response = await handler(creation(slowly(pieces, new Error('The client is gone.'))));
    expect(await response.json()).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(records[0]?.failure).toBeUndefined(); // not a failure of the server
    expect(await (await handler(listing())).text()).toBe('[]');
  });
});

describe('a Request whose body cannot be read is a 500, and the log says why:', () => {
  test.each<[why: string, use: (request: Request) => unknown]>([
    ['it was read', (request) => request.text()],
    ['it was cancelled', (request) => request.body?.cancel()],
    ['another reader holds it', (request) => request.body?.getReader()],
  ])('%s', async (_why, use) => {
    const request = creation(rex);
    await use(request);
    await expectDefect(request, 'hand over the request as it came');
  });

  test('it is a stream of texts', async () => {
    const { stream, events } = watched(() => rex);
    await expectDefect(creation(stream), 'something other than Uint8Array');
    expect(events).toEqual(['pull', 'cancel']);
  });
});

async function expectDefect(request: Request, reason: string): Promise<void> {
  const { handler, records } = petStore();
  const response = await handler(request);
  const body = await response.text();
  expect([response.status, body]).toEqual([500, expect.stringContaining('internal_error')]);
  expect(body).not.toContain(reason);
  expect(String(records[0]?.failure)).toContain(reason);
  expect(await (await handler(listing())).text()).toBe('[]');
}

type Body = Exclude<RequestInit['body'], undefined>;

function petStore(): { handler: FetchHandler; records: readonly RequestLog[] } {
  const records: RequestLog[] = [];
  const store = createPetStore({ storage: createMemoryStorage() });
  const onRequest = (record: RequestLog) => records.push(record);
  return { handler: createFetchHandler({ store, apiKeys: [key], onRequest }), records };
}

function listing(): Request {
  return new Request('http://pets.test/v1/pets', { headers: { Authorization: `Bearer ${key}` } });
}

function creation(body: Body | ReadableStream<unknown>): Request {
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: body as Body,
    duplex: 'half',
  };
  return new Request('http://pets.test/v1/pets', init);
}

/** A stream that records its pulls and its cancel, and buffers nothing. It ends if there is no chunk. */
function watched(chunk: () => unknown, cancelled: () => Promise<void> = () => Promise.resolve()) {
  const events: string[] = [];
  const stream = new ReadableStream<unknown>(
    {
      pull(controller) {
        events.push('pull');
        const piece = chunk();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel() {
        events.push('cancel');
        return cancelled();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, events };
}

/** A stream with a pause before each chunk, which then ends or fails. */
function slowly(chunks: readonly Uint8Array[], failure?: Error): ReadableStream<Uint8Array> {
  let given = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      const chunk = chunks[given++];
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (failure === undefined) controller.close();
      else controller.error(failure);
    },
  });
}
