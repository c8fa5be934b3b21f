import type { ResultAsync } from '@petstore/core';
import { listenUntilFinished } from '@petstore/test-support/raw-http';
import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer, type ScriptStep } from '@petstore/testing';
import { createClient, type Fetch } from '../src/index.ts';
import {
  always,
  apiKey,
  calls,
  clientOf,
  clientWith,
  collectErrors,
  response,
  rex,
  startWrongServer,
} from './wrong-server.ts';

describe('a request that was certainly not sent', () => {
  test('is recognised: nothing listens at the address', async () => {
    const { url, close } = await startTestServer();
    await close();
    for (const error of await collectErrors(createClient({ baseUrl: url, apiKey }))) {
      expect(error).toMatchObject({ code: 'transport_failure', outcome: 'not_created' });
      expect(error.message).toContain('ECONNREFUSED');
      expect(error.message).toContain('was not sent');
    }
  });

  test('is recognised: the signal was aborted before', async () => {
    await refuses({ signal: AbortSignal.abort('enough') }, { cause: 'enough' });
  });

  test.each<[wrong: object, message: RegExp]>([
    [{ signal: 'stop' }, /^signal must be an AbortSignal\./],
    [{ signal: null }, /^signal must be an AbortSignal\./],
    [{ retries: 5 }, /^retries is not an option\. The options are signal, timeout\./],
    ...[0, -1, 1.5, NaN, 2 ** 31, '5', null].map((timeout): [object, RegExp] => [
      { timeout },
      /^timeout must be an integer from 1 to 2147483647: milliseconds\./,
    ]),
  ])('is recognised: the options of the call are wrong: %o', (wrong, message) =>
    refuses(wrong, { message: expect.stringMatching(message) as string }),
  );

  test('is recognised: the options of the call cannot be read', async () => {
    const broken = Object.defineProperty({}, 'signal', { get: fail, enumerable: true });
    await refuses(broken, { message: expect.stringMatching(/^The options cannot be read\./) as string });
  });

  async function refuses(options: object, expected: object) {
    const fetch = vi.fn(() => Promise.reject(new Error('not reached')));
    for (const error of await collectErrors(clientWith(fetch), options)) {
      expect(error).toMatchObject({ code: 'transport_failure', outcome: 'not_created', ...expected });
    }
    expect(fetch).not.toHaveBeenCalled();
  }
});

describe('a request whose outcome is unknown', () => {
  test.each([
    ['a reset', 'CONNECTION_RESET_BY_PEER'],
    ['a close', 'EMPTY_RESPONSE'],
  ] as const)('is recognised: %s instead of a response', async (_what, fault) => {
    const server = await startWrongServer({ times: 3, fault });
    const [listed, created, got] = await collectErrors(server.client());
    for (const error of [listed, created, got]) {
      expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
      expect((error as { cause: unknown }).cause).toBeInstanceOf(Error);
    }
    expect(created.message).toContain('whether the pet was created is unknown');
    expect(listed.message).not.toContain('created');
    expect(server.requests().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test.each([
    ['no Response', undefined],
    ['an object', {}],
    ['a Response without headers', { status: 200 }],
  ])('is recognised: fetch returns %s', async (_what, returned) => {
    expect(await calls.listPets(clientOf(returned as Response))).toMatchObject({ code: 'transport_failure' });
  });

  test('is recognised: its signal is aborted while the server is silent', async () => {
    const controller = new AbortController();
    const server = await startWrongServer({ fault: 'STALL_HEADERS' });
    const listed = server.client().listPets({}, { signal: controller.signal });
    await server.arrival();
    controller.abort(new Error('The user left.'));
    const error = (await listed)._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
    expect(error).toHaveProperty('cause', controller.signal.reason);
  });
});

describe('the deadline of a call', () => {
  test.each([
    ['the head', { fault: 'STALL_HEADERS' }],
    ['the body', { raw: { pieces: ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'], end: 'stall' } }],
    ['the rest of a body', { fault: 'STALL_BODY', respond: { status: 200, body: [] } }],
  ] satisfies [string, ScriptStep][])('ends a wait for %s', async (_what, step) => {
    fakeTimers();
    const server = await startWrongServer(step);
    const created = server.client({ timeout: 1_234 }).createPet(rex);
    await server.arrival();
    await vi.advanceTimersByTimeAsync(1_233);
    expect(await isPending(created)).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    const error = (await created)._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'timeout', outcome: 'unknown' });
    expect(error.message).toContain('1234 ms');
    expect(error.message).toContain('whether the pet was created is unknown');
    expect(server.requests()).toHaveLength(1);
  });

  test('ends a body that dribbles, and its connection', async () => {
    fakeTimers();
    const closed = barrier();
    const dribbled = barrier();
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Length': 1000 });
      response.on('close', closed.open);
      let bytes = 0;
      const dribble = () => {
        if (response.destroyed) return;
        if (++bytes === 100) dribbled.open();
        response.write(' ', () => setImmediate(dribble));
      };
      dribble();
    });
    const baseUrl = `http://127.0.0.1:${await listenUntilFinished(server)}/v1`;
    const listed = createClient({ baseUrl, apiKey }).listPets();
    await dribbled.passed;
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await listed)._unsafeUnwrapErr().code).toBe('timeout');
    await closed.passed;
  });

  test('aborts the signal of fetch. If fetch does not listen to it, the wait ends, and what it returns later is cancelled', async () => {
    fakeTimers();
    const cancelled = barrier();
    let respond: (response: Response) => void = () => undefined;
    const fetch = vi.fn<Fetch>(() => new Promise((resolve) => (respond = resolve)));
    const listed = clientWith(fetch).listPets();
    const signal = fetch.mock.calls[0]?.[1]?.signal;
    await vi.advanceTimersByTimeAsync(29_999);
    expect([vi.getTimerCount(), signal?.aborted]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await listed)._unsafeUnwrapErr().code).toBe('timeout');
    expect(signal?.aborted).toBe(true);
    const endless = new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(2 ** 20)), cancel: cancelled.open });
    respond(new Response(endless));
    await cancelled.passed;
  });

  test('of one call is its own timeout', async () => {
    fakeTimers();
    const fetch = () => new Promise<Response>(() => undefined);
    const client = clientWith(fetch, { timeout: 50 });
    const longer = client.createPet(rex, { timeout: 70, signal: new AbortController().signal });
    const byDefault = client.createPet(rex, { timeout: undefined });
    await vi.advanceTimersByTimeAsync(50);
    expect((await byDefault)._unsafeUnwrapErr().message).toContain(' 50 ms');
    expect(await isPending(longer)).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    expect((await longer)._unsafeUnwrapErr()).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining(' 70 ms') as string,
    });
  });

  test('leaves no timer and no listener behind', async () => {
    fakeTimers();
    const controller = new AbortController();
    const server = await startWrongServer(always(response(200, '[]')));
    expect((await server.client().listPets({}, { signal: controller.signal })).isOk()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

test('no value that a fetch throws makes a call reject', async () => {
  const thrown = new Proxy(new Error('hidden'), { get: fail });
  const fetch = () => {
    throw thrown;
  };
  for (const error of await collectErrors(clientWith(fetch))) {
    expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
    expect(error.message).toMatch(/ for an unknown reason\.$/);
  }
});

test.each([
  ['addEventListener', false],
  ['reason', true],
])('a signal whose %s throws makes no call reject, and leaves no timer', async (_what, aborted) => {
  fakeTimers();
  const signal: Partial<AbortSignal> = {
    aborted,
    addEventListener: fail,
    removeEventListener: fail,
    get reason() {
      return fail();
    },
  };
  const error = await calls.listPets(clientOf(new Response('[]')), { signal: signal as AbortSignal });
  expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['status', 'headers', 'body'] as const)(
  'a Response whose %s throws is an Err, and leaves no timer',
  async (name) => {
    fakeTimers();
    const response = Object.defineProperty(new Response('[]'), name, { get: fail });
    expect((await calls.listPets(clientOf(response))).message).toContain('a getter that throws');
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('a platform without fetch is a TypeError that names the option', () => {
  vi.stubGlobal('fetch', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(() => createClient({ baseUrl: 'http://pets.test/v1', apiKey })).toThrow(
    /^fetch is missing .* option fetch\.$/,
  );
});

test('any number of calls at once share a signal, without a warning of a leak', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const fetched = barrier();
  let requests = 0;
  const never = () => {
    if (++requests === 20) fetched.open();
    return new Promise<Response>(() => undefined);
  };
  const client = clientWith(never);
  const listed = Array.from({ length: 20 }, () => calls.listPets(client, { signal }));
  await fetched.passed;
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  controller.abort();
  for (const error of await Promise.all(listed)) {
    expect(error).toMatchObject({ code: 'transport_failure', outcome: 'unknown' });
  }
});

test('a call that ends leaves the others their signal', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const fetched = barrier();
  const fetch = (url: string) => {
    if (!url.includes('limit=1')) return Promise.resolve(new Response('[]'));
    fetched.open();
    return new Promise<Response>(() => undefined);
  };
  const client = clientWith(fetch);
  const waiting = Promise.resolve(client.listPets({ limit: 1 }, { signal }));
  await fetched.passed;
  expect((await client.listPets({ limit: 2 }, { signal })).isOk()).toBe(true);
  controller.abort();
  expect((await waiting)._unsafeUnwrapErr().code).toBe('transport_failure');
});

test('the API key is in no error of a fetch that throws the whole request', async () => {
  const fetch = (url: string, init: unknown) => {
    const config = { url, init };
    const cause = Object.assign(new Error(`Refused: Bearer ${apiKey}`), { config, code: `E ${apiKey}` });
    return Promise.reject(Object.assign(new TypeError(`fetch of ${apiKey}`, { cause }), { config }));
  };
  for (const error of await collectErrors(clientWith(fetch, { baseUrl: `http://pets.test/${apiKey}/v1` }))) {
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(apiKey);
    expect(error.message).toContain('***');
  }
});

function fail(): never {
  throw new Error('a getter that throws');
}

/** Fakes the timers that the client uses. Node's sockets and its fetch go on. */
function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

function barrier() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}

/** Whether a call is still pending after a turn of the event loop. */
async function isPending(call: ResultAsync<unknown, unknown>): Promise<boolean> {
  const ended = async () => {
    void (await call);
    return false;
  };
  return Promise.race([ended(), nextTurn(true)]);
}
