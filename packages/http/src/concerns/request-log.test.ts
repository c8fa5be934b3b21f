import { errAsync, storageFailure } from '@petstore/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answer, authorization, createStorage, handlerOver, key, throwing } from '../../test/handler-over.ts';
import type { RequestLog } from './request-log.ts';

describe('the hook onRequest', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('is called once for each request, without its query or its body: a key shows only in a path or a request id', async () => {
    const records: RequestLog[] = [];
    const parts = { onRequest: (record: RequestLog) => records.push(record) };
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 250)); // read at the start and at the end of a request
    await answer({ headers: authorization, target: '/v1/pets?status=sold' }, parts);
    await answer({ method: 'PUT', target: '/v1/nowhere?access_token=key' }, parts);
    await answer({ headers: { 'x-request-id': key }, target: `/v1/${key}` }, parts);
    const common = { id: expect.any(String) as string, duration: 250 };
    expect(records).toEqual([
      { method: 'GET', path: '/v1/pets', operation: 'listPets', status: 200, ...common },
      { method: 'PUT', path: '/v1/nowhere', status: 401, code: 'unauthorized', ...common },
      { requestId: key, method: 'GET', path: `/v1/${key}`, status: 401, code: 'unauthorized', ...common },
    ]);
  });

  const failure = new Error('the log is full');
  test.each<readonly [how: string, onRequest: () => void]>([
    ['throws', throwing(failure)],
    ['rejects', () => Promise.reject(failure) as unknown as undefined],
  ])('changes no reply if it %s: its error is reported', async (_how, onRequest) => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    expect(await answer({ headers: authorization }, { onRequest })).toEqual(await answer({ headers: authorization }));
    await Promise.resolve();
    expect(reported).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('onRequest'), failure);
  });

  test.each([undefined, null, 0, {}])('may return %s without a report', async (returned) => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    expect(await answer({ headers: authorization }, { onRequest: () => returned })).toHaveProperty('status', 200);
    expect(reported).not.toHaveBeenCalled();
  });

  test('is optional: by default only failures are reported', async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    const failed = storageFailure('the disk is full');
    const storage = createStorage(() => errAsync(failed));
    await answer({ headers: authorization }, { storage });
    await answer({ headers: authorization, target: '/v1/pets?limit=0' }, { storage });
    expect(reported).toHaveBeenCalledExactlyOnceWith('GET /v1/pets was answered with 503:', failed);
  });
});

describe('an error of an adapter', () => {
  test('is logged with the known parts of its request, and without an operation', () => {
    const logged: RequestLog[] = [];
    const { respondWithError } = handlerOver({ onRequest: (log) => logged.push(log) });
    respondWithError('invalid_request', 'No.');
    respondWithError('payload_too_large', 'No.', { method: 'POST', target: '/v1/pets?limit=1' });
    expect(logged).toMatchObject([
      { method: '', path: '', status: 400, duration: 0 },
      { method: 'POST', path: '/v1/pets', operation: undefined, status: 413 },
    ]);
  });

  const trace = '0af7651916cd43dd8448eb211c80319c';

  test.each([
    [{}, undefined],
    [{ 'x-request-id': 'a1b2-c3' }, 'a1b2-c3'],
    [{ 'x-request-id': 'a1b2-c3', traceparent: `00-${trace}-b7ad6b7169203331-01` }, 'a1b2-c3'],
    [{ traceparent: `00-${trace}-b7ad6b7169203331-01` }, trace],
    [{ 'x-request-id': '', traceparent: 'trace' }, undefined],
    [{ 'x-request-id': 'two words' }, undefined],
    [{ 'x-request-id': 'x'.repeat(201) }, undefined],
  ])('with %j is logged with the request id %j', (headers, requestId) => {
    const logged: RequestLog[] = [];
    handlerOver({ onRequest: (log) => logged.push(log) }).respondWithError('invalid_request', 'No.', { headers });
    expect(logged.map((log) => log.requestId)).toEqual([requestId]);
  });
});
