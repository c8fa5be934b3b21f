import { unwrap } from '@petstore/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClientWith } from '../src/client.ts';
import { createClient, type ClientOptions } from '../src/index.ts';
import { apiKey, startWrongServer } from './wrong-server.ts';

const rex = { name: 'Rex', categoryId: 1 };
const baseUrl = 'http://pets.test/v1';

interface CannedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const createResponse = (status: number, retryAfter?: string): CannedResponse => ({
  status,
  headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  body: JSON.stringify({ code: 'any_code', message: 'Later.', status }),
});
const found: CannedResponse = { status: 200, headers: {}, body: '[]' };
const reset = new TypeError('fetch failed');

/**
 * Makes a client whose fetch returns these responses in order, then repeats the last one. The client does not wait: it records its
 * pauses.
 */
function createTestClient(
  responses: readonly (CannedResponse | Error)[],
  options: Partial<ClientOptions> = {},
  random = 0,
) {
  const fetch = vi.fn((): Promise<Response> => {
    const response = responses[Math.min(fetch.mock.calls.length, responses.length) - 1];
    if (response instanceof Error) return Promise.reject(response);
    return Promise.resolve(response === undefined ? new Response('[]') : new Response(response.body, response));
  });
  const pauses: number[] = [];
  const pacing = {
    pause: (milliseconds: number) => {
      pauses.push(milliseconds);
      return Promise.resolve('timeout' as const);
    },
    random: () => random,
  };
  return { fetch, pauses, client: createClientWith({ baseUrl, apiKey, fetch, ...options }, pacing) };
}

describe('a read is repeated', () => {
  test('after a reset, a 503 and a body that is cut off, over a real socket', async () => {
    const server = await startWrongServer(
      { fault: 'CONNECTION_RESET_BY_PEER' },
      { fault: 'TRUNCATED_BODY', respond: { status: 200, body: [] } },
      { respond: { status: 503 } },
    );
    const { pauses, client } = createTestClient([], { baseUrl: server.baseUrl, fetch: undefined, retryReads: 3 });
    expect(await unwrap(client.listPets())).toEqual([]);
    expect(server.requests()).toHaveLength(4);
    expect(pauses).toHaveLength(3);
  });

  test('after a timeout, with the whole timeout again', async () => {
    fakeTimers();
    const { client, fetch } = createTestClient([found], { timeout: 100, retryReads: 2 });
    fetch.mockReturnValueOnce(new Promise(() => undefined)).mockReturnValueOnce(new Promise(() => undefined));
    const listed = client.listPets();
    await vi.advanceTimersByTimeAsync(199);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect((await listed).isOk()).toBe(true);
  });

  test.each([408, 429, 502, 503, 504])('after %i, with an Error body or a page', async (status) => {
    const page = { ...createResponse(status), body: '<html>' };
    const { client, fetch } = createTestClient([createResponse(status), page, found], { retryReads: 2 });
    expect((await client.listPets()).isOk()).toBe(true);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test.each([0, 1, 10])('at most %i times', async (retryReads) => {
    const { client, fetch } = createTestClient([reset], { retryReads });
    expect((await client.listPets())._unsafeUnwrapErr().code).toBe('transport_failure');
    expect((await client.getPet(1))._unsafeUnwrapErr().code).toBe('transport_failure');
    expect(fetch).toHaveBeenCalledTimes(2 * (retryReads + 1));
  });

  test('only if retryReads is set', async () => {
    const { client, fetch } = createTestClient([createResponse(503), found]);
    expect((await client.listPets())._unsafeUnwrapErr().code).toBe('storage_failure');
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each([
    ['a refused key', createResponse(401, '0')],
    ['a redirect', { status: 302, headers: { Location: '/' }, body: '' }],
    ['another error', createResponse(500, '0')],
    ['a wrong body', { status: 200, headers: {}, body: '{}' }],
  ])('not after %s', async (_what, response) => {
    const { client, fetch } = createTestClient([response], { retryReads: 3 });
    expect((await client.listPets()).isErr()).toBe(true);
    expect(fetch).toHaveBeenCalledOnce();
  });
});

test.each<[what: string, response: CannedResponse | Error]>([
  ['a transport failure', reset],
  ...[408, 429, 502, 503, 504].map((status): [string, CannedResponse] => [String(status), createResponse(status, '0')]),
])('a creation is never repeated after %s', async (_what, response) => {
  const { client, fetch, pauses } = createTestClient([response], { retryReads: 10 });
  expect((await client.createPet(rex)).isErr()).toBe(true);
  expect(fetch).toHaveBeenCalledOnce();
  expect(pauses).toEqual([]);
});

describe('the pause before a retry', () => {
  const whole = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000];

  test.each([
    [0, whole],
    [0.5, whole.map((pause) => (pause * 3) / 4)],
    [1, whole.map((pause) => pause / 2)],
  ])('doubles up to 4 s, minus a random part of at most half: %d', async (random, expected) => {
    const { client, pauses } = createTestClient([reset, createResponse(503)], { retryReads: 10 }, random);
    void (await client.listPets());
    expect(pauses).toEqual(expected);
  });

  test('is no longer than the timeout', async () => {
    const { client, pauses } = createTestClient([reset], { retryReads: 3, timeout: 300 });
    void (await client.listPets());
    void (await client.listPets({}, { timeout: 260 }));
    expect(pauses).toEqual([250, 300, 300, 250, 260, 260]);
  });

  test('uses real timers even if a test fakes them, and ends with the signal', async () => {
    fakeTimers();
    const fetch = vi.fn(() => Promise.resolve(new Response('', { status: 503 })));
    const client = createClient({ baseUrl, apiKey, fetch, retryReads: 1 });
    expect((await client.listPets())._unsafeUnwrapErr().code).toBe('invalid_response');
    expect(fetch).toHaveBeenCalledTimes(2);

    const controller = new AbortController();
    const called = new Promise<void>((resolve) => {
      fetch.mockImplementation(() => {
        resolve();
        return Promise.resolve(new Response('', { status: 503, headers: { 'Retry-After': '29' } }));
      });
    });
    const listed = client.listPets({}, { signal: controller.signal });
    await called;
    controller.abort();
    // The server has seen the request.
    expect((await listed)._unsafeUnwrapErr()).toMatchObject({ code: 'transport_failure', phase: 'outcome_unknown' });
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});

describe('a Retry-After', () => {
  test.each([
    ['seconds', '2', 2_000],
    ['seconds, with spaces', ' 2 ', 2_000],
    ['a date', 'Thu, 01 Jan 2026 00:00:03 GMT', 3_000],
    ['a date of RFC 850', 'Thursday, 01-Jan-26 00:00:03 GMT', 3_000],
    ['a date of asctime', 'Thu Jan  1 00:00:03 2026', 3_000],
  ])('of %s is waited for', async (_form, retryAfter, pause) => {
    fakeTimers(['Date']);
    vi.setSystemTime(Date.UTC(2026, 0, 1));
    const { client, pauses } = createTestClient([createResponse(429, retryAfter), found], { retryReads: 1 });
    expect((await client.listPets()).isOk()).toBe(true);
    expect(pauses).toEqual([pause]);
  });

  test.each(['0', 'soon', '', '-5', '1.5', '1, 2', '2999-01-01', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Friday'])(
    'of %j does not change the pause',
    async (retryAfter) => {
      const { client, pauses } = createTestClient([createResponse(503, retryAfter), found], { retryReads: 1 });
      expect((await client.listPets()).isOk()).toBe(true);
      expect(pauses).toEqual([250]);
    },
  );

  test.each(['2', '31536000', '9'.repeat(400), 'Thu, 01 Jan 2099 00:00:00 GMT'])(
    'of %s is longer than the timeout: the call returns the error, with this header',
    async (retryAfter) => {
      const { client, fetch } = createTestClient([createResponse(503, retryAfter), found], {
        retryReads: 1,
        timeout: 1_999,
      });
      expect((await client.listPets())._unsafeUnwrapErr()).toMatchObject({
        code: 'storage_failure',
        headers: { 'retry-after': retryAfter },
      });
      expect(fetch).toHaveBeenCalledOnce();
    },
  );

  test('is waited for as long as the timeout of the call allows', async () => {
    const { client, pauses } = createTestClient([createResponse(503, '2'), found], { retryReads: 1, timeout: 1_999 });
    expect((await client.listPets({}, { timeout: 2_000 })).isOk()).toBe(true);
    expect(pauses).toEqual([2_000]);
  });
});

function fakeTimers(
  toFake: ('setTimeout' | 'clearTimeout' | 'performance' | 'Date')[] = ['setTimeout', 'clearTimeout', 'performance'],
) {
  vi.useFakeTimers({ toFake });
  onTestFinished(() => void vi.useRealTimers());
}
