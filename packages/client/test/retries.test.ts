import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient, type ClientOptions } from '../src/index.ts';
import { apiKey, errorResponse, response, startWrongServer } from './wrong-server.ts';

const rex = { name: 'Rex', categoryId: 1 };
const unavailable = (retryAfter?: string) => ({
  status: 503,
  headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  body: '{"code":"storage_failure","message":"Later.","status":503}',
});

/** Makes a client of a fetch that returns these answers in order, repeats the last one, and counts its calls. */
function clientOf(answers: readonly (ReturnType<typeof unavailable> | Error)[], options: Partial<ClientOptions> = {}) {
  const fetch = vi.fn((): Promise<Response> => {
    const answer = answers[Math.min(fetch.mock.calls.length, answers.length) - 1];
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(answer === undefined ? new Response('[]') : new Response(answer.body, answer));
  });
  return { fetch, client: createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch, ...options }) };
}

const found = { status: 200, headers: {}, body: '[]' };
const reset = new TypeError('fetch failed');

describe('a read is repeated', () => {
  test('after a reset and after a 503, over a real socket', async () => {
    const server = await startWrongServer((socket, _request, number) => {
      if (number === 1) socket.resetAndDestroy();
      else socket.write(number === 2 ? errorResponse(503) : response(200, '[]'));
    });
    expect((await server.client({ retryReads: 2 }).listPets())._unsafeUnwrap()).toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  test('after a timeout, with the whole timeout again', async () => {
    fakeTimers();
    const fetch = vi.fn<() => Promise<Response>>();
    fetch.mockReturnValueOnce(new Promise(() => undefined)).mockReturnValueOnce(new Promise(() => undefined));
    fetch.mockResolvedValueOnce(new Response('[]'));
    const client = createClient({ baseUrl: 'http://pets.test/v1', apiKey, fetch, timeout: 100, retryReads: 2 });
    const listed = client.listPets();
    await vi.advanceTimersByTimeAsync(199);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect((await listed).isOk()).toBe(true);
  });

  test.each([0, 1, 10])('at most %i times', async (retryReads) => {
    const { client, fetch } = clientOf([reset], { retryReads });
    expect((await client.listPets())._unsafeUnwrapErr().code).toBe('transport_failure');
    expect((await client.getPet(1))._unsafeUnwrapErr().code).toBe('transport_failure');
    expect(fetch).toHaveBeenCalledTimes(2 * (retryReads + 1));
  });

  test('only if retryReads is set', async () => {
    const { client, fetch } = clientOf([unavailable(), found]);
    expect((await client.listPets())._unsafeUnwrapErr().code).toBe('storage_failure');
    expect(fetch).toHaveBeenCalledOnce();
  });

  test.each([
    ['a refused key', { status: 401, headers: {}, body: '{"code":"unauthorized","message":"No.","status":401}' }],
    ['a page', { status: 502, headers: {}, body: '<html>' }],
    ['another error', { status: 500, headers: {}, body: '{"code":"internal_error","message":"No.","status":500}' }],
    ['a wrong body', { status: 200, headers: {}, body: '{}' }],
  ])('not after %s', async (_what, answer) => {
    const { client, fetch } = clientOf([answer], { retryReads: 3 });
    expect((await client.listPets()).isErr()).toBe(true);
    expect(fetch).toHaveBeenCalledOnce();
  });
});

test.each([
  ['a transport failure', reset],
  ['a 503', unavailable()],
])('a creation is never repeated after %s', async (_what, answer) => {
  const { client, fetch } = clientOf([answer], { retryReads: 10 });
  expect((await client.createPet(rex)).isErr()).toBe(true);
  expect(fetch).toHaveBeenCalledOnce();
});

describe('a Retry-After', () => {
  test('in seconds is waited for', async () => {
    fakeTimers();
    const { client, fetch } = clientOf([unavailable('2'), found], { retryReads: 1 });
    const listed = client.listPets();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await listed).isOk()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is a date is waited for', async () => {
    fakeTimers();
    vi.setSystemTime(Date.UTC(2026, 0, 1));
    const { client, fetch } = clientOf([unavailable('Thu, 01 Jan 2026 00:00:03 GMT'), found], { retryReads: 1 });
    const listed = client.listPets();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await listed).isOk()).toBe(true);
  });

  test.each(['0', 'soon', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])('of %s waits for nothing', async (retryAfter) => {
    fakeTimers();
    const { client } = clientOf([unavailable(retryAfter), found], { retryReads: 1 });
    expect((await client.listPets()).isOk()).toBe(true);
  });

  test('beyond the timeout is not waited for: the 503 is returned', async () => {
    const { client, fetch } = clientOf([unavailable('2'), found], { retryReads: 1, timeout: 1_999 });
    expect((await client.listPets())._unsafeUnwrapErr().code).toBe('storage_failure');
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('ends with the signal', async () => {
    fakeTimers();
    const controller = new AbortController();
    const { client, fetch } = clientOf([unavailable('9'), found], { retryReads: 1 });
    const listed = client.listPets({}, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    // The server has seen the request.
    expect((await listed)._unsafeUnwrapErr()).toMatchObject({ code: 'transport_failure', phase: 'outcome_unknown' });
    expect(fetch).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
