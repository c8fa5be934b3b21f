import { errAsync, storageFailure } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { answer, authorization, createStorage, expectErrorBody, handlerOver, throwing } from '../test/handler-over.ts';
import { createMemoryRequest, type RequestParts } from '../test/memory-request.ts';
import type { RequestLog } from './concerns/request-log.ts';
import { errorStatuses } from './http-error.ts';

const secret = 'password=hunter2';

describe('a failure in a handler', () => {
  const failure = new Error(secret);
  const failed = storageFailure(secret, failure);
  const listing = { headers: authorization };
  const get = { headers: authorization, target: '/v1/pets/1' };
  const creation = {
    headers: { ...authorization, 'content-type': 'application/json' },
    method: 'POST',
    body: '{"name":"Rex","categoryId":1}',
  };

  const over = (call: Parameters<typeof createStorage>[0]) => ({ storage: createStorage(call) });
  const caused = expect.objectContaining({ cause: failure }) as unknown;
  const causeless = expect.objectContaining({ code: 'storage_failure', cause: undefined }) as unknown;

  test.each([
    ['a key verifier that throws', { keys: throwing(failure) }, 'internal_error', failure],
    ['a key verifier that rejects', { keys: () => Promise.reject(failure) }, 'internal_error', failure],
    ['a storage that throws', over(throwing(failure)), 'storage_failure', caused],
    ['a storage that fails', over(() => errAsync(failed)), 'storage_failure', failed],
    ['a storage that fails with something else', over(() => errAsync(failure) as never), 'internal_error', caused],
    ['a storage that returns nothing', over(() => undefined as never), 'storage_failure', causeless],
  ] as const)('of %s is logged, and the reply shows nothing of it', async (_what, parts, code, failure) => {
    const records: RequestLog[] = [];
    for (const request of [listing, get, creation]) {
      const reply = await answer(request, { ...parts, onRequest: (record) => records.push(record) });
      expect(reply.status).toBe(errorStatuses[code]);
      expectErrorBody(reply);
      expect(JSON.stringify([reply.headers, reply.body])).not.toContain(secret);
    }
    expect(records.map((record) => record.failure)).toEqual([failure, failure, failure]);
    expect(records.map((record) => record.code)).toEqual([code, code, code]);
  });

  test.each<readonly [outcome: unknown, expected: RegExp]>([
    ['not_created', /the pet was not stored\. Try again/],
    ['unknown', /may have taken effect.* not known whether the pet was stored/],
    [undefined, /may have taken effect.* not known whether the pet was stored/],
    ['of a later version', /may have taken effect.* not known whether the pet was stored/],
  ])('whose outcome is %j is told to the client for a creation, and never for a read', async (outcome, expected) => {
    const storage = createStorage(() => errAsync({ ...failed, outcome }) as never);
    const readMessage = async (request: RequestParts) => {
      const reply = await answer(request, { storage, onRequest: () => undefined });
      expectErrorBody(reply);
      return (JSON.parse(reply.body) as { message: string }).message;
    };
    expect(await readMessage(creation)).toMatch(expected);
    expect(await readMessage(listing)).not.toMatch(/pet|effect/);
    expect(await readMessage(get)).not.toMatch(/pet|effect/);
  });

  test('of a body that an adapter cannot read is a 500', async () => {
    const { handle } = handlerOver({ onRequest: () => undefined });
    const request = { ...createMemoryRequest(creation), readBody: () => Promise.reject(failure) };
    expect(await handle(request)).toHaveProperty('status', 500);
  });
});
