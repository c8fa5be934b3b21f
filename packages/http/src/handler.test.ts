import {
  createPetStore,
  errAsync,
  type OpenStorage,
  type ResultAsync,
  storageFailure,
  type StorageFailure,
} from '@petstore/core';
import { arbitraryName } from '@petstore/core/contract';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryRequest, type RequestParts } from '../test/memory-request.ts';
import type { ApiKeys } from './concerns/authentication.ts';
import { createHandler } from './handler.ts';
import type { HttpOptions } from './options.ts';
import type { HttpResponse } from './response.ts';
import type { RequestLog } from './concerns/request-log.ts';
import { errorStatuses, type HttpErrorCode } from './http-error.ts';

const key = 'key';
const authorization = { authorization: `Bearer ${key}` };
const secret = 'password=hunter2';

interface Parts extends Partial<HttpOptions> {
  readonly storage?: OpenStorage;
  readonly keys?: ApiKeys;
}

function handlerOver({ storage = createMemoryStorage(), keys = [key], ...options }: Parts = {}) {
  return createHandler({ store: createPetStore({ storage }), apiKeys: keys, ...options });
}

function expectErrorBody({ status, body }: HttpResponse): void {
  const error = JSON.parse(body) as { code: HttpErrorCode; message: string; status: number };
  expect(Object.keys(error)).toEqual(['code', 'message', 'status']);
  expect(error.status).toBe(status);
  expect(errorStatuses[error.code]).toBe(status);
  expect(error.message).toMatch(/./);
}

describe('any request', () => {
  const text = arbitraryName();
  const path = fc
    .array(fc.oneof(fc.constantFrom('v1', 'pets', '1', '', '.', '..', '%31', '%'), text), { maxLength: 5 })
    .map((segments) => `/${segments.join('/')}`);
  const query = fc
    .array(fc.tuple(fc.oneof(fc.constantFrom('limit', 'status'), text), fc.oneof(fc.constantFrom('5', 'sold'), text)))
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
  const likelyHeaders = {
    authorization: fc.constantFrom(`Bearer ${key}`, 'Bearer x', 'Basic x'),
    'content-type': fc.constantFrom('application/json', 'application/json; charset=x', 'text/plain'),
    'content-encoding': fc.constantFrom('gzip', 'identity', ''),
    'content-length': fc.constantFrom('0', '1', '65537', 'x', '-1'),
    origin: fc.constant('https://docs.example'),
    'access-control-request-method': fc.constantFrom('POST', 'x'),
  };
  const request = fc.record(
    {
      method: fc.oneof(fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'), text),
      target: fc.oneof(
        fc.constantFrom('/v1/pets', '/v1/pets/1', '*', ''),
        fc.tuple(path, query).map((parts) => parts.join('?')),
        text,
      ),
      headers: fc.oneof(
        fc.record(likelyHeaders, { requiredKeys: ['authorization', 'content-type'] }),
        fc.record(likelyHeaders, { requiredKeys: [] }),
        fc.dictionary(fc.constantFrom(...Object.keys(likelyHeaders)), text),
      ),
      body: fc.oneof(fc.json(), fc.uint8Array(), text),
    },
    { requiredKeys: [] },
  );

  test('gets a reply other than 500, with an Error body if it is refused', async () => {
    const { handle } = handlerOver();
    await fc.assert(
      fc.asyncProperty(request, async (parts) => {
        const reply = await handle(createMemoryRequest(parts));
        expect([200, 201, 204, 400, 401, 404, 405, 413, 415]).toContain(reply.status);
        if (reply.status === 204) expect(reply.body).toBe('');
        else if (reply.status >= 400) expectErrorBody(reply);
        else expect(() => JSON.parse(reply.body) as unknown).not.toThrow();
      }),
    );
  });
});

// A handler that compares before it decodes, decodes twice, or normalizes would answer some of these otherwise.
test.each([
  ...['/v1/pets', '/%76%31/pets', '/v1/%70ets', '/v1/../v1/pets', '/v1/%2e%2e/v1/pets', '/v1//pets'].map(
    (target) => [target, 401] as const,
  ),
  ...['http://a/v1/pets', 'http://b:99/%761/pets'].map((target) => [target, 401] as const),
  ...['//v1/pets', '//a/v1/pets', '/%2fa/v1/pets', '/v1%2Fpets', '/%2576%2531/pets', '/V1/pets', '/./v1/pets'].map(
    (target) => [target, 404] as const,
  ),
  ...[
    '/x/../v1/pets',
    '/x/%2e%2e/v1/pets',
    '/v1\\pets',
    '/v1%5Cpets',
    '/v1;a/pets',
    '/v1%00/pets',
    'http://a//v1/pets',
  ].map((target) => [target, 404] as const),
  ...['http://a?/v1/pets', 'ws://a/v1/pets', 'file:///v1/pets', '*'].map((target) => [target, 404] as const),
])('the target %s without a key is a %i', async (target, status) => {
  expect((await handlerOver().handle(createMemoryRequest({ target }))).status).toBe(status);
});

test.each([
  ...['/v1/pets/', '/v1/pets%00', '/v1/pets/1%0d%0aX-Injected:%20a', '/v1/pets/%E0%A4%A', '/v1/pets/%2531'].map(
    (target) => [target, 404] as const,
  ),
  [`/v1/pets/${'9'.repeat(15_000)}`, 404],
  [`/v1/pets?limit=1${'0'.repeat(400)}`, 400],
  [`/v1/pets?${'limit=1&'.repeat(1_500)}`, 400],
  ['/v1/pets?status=sold%00', 400],
  [`/v1/pets?${'%'.repeat(15_000)}`, 200],
  ['/v1/pets?__proto__[limit]=0&__proto__=x&constructor[prototype][limit]=0', 200],
  ['http://user:secret@a/v1/pets', 200],
] as const)('the target %s with a key is a %i, in a short response', async (target, status) => {
  const response = await handlerOver().handle(createMemoryRequest({ headers: authorization, target }));
  expect([response.status, response.body.length < 1_000]).toEqual([status, true]);
  expect(JSON.stringify(response.headers)).not.toMatch(/injected/i);
});

test.each(['', '/api'])(
  'an unknown path of the interface is a 404 that names the operations: below "%s"',
  async (basePath) => {
    const { handle } = handlerOver({ basePath });
    const { status, body } = await handle(
      createMemoryRequest({ headers: authorization, target: `${basePath}/v1/dogs` }),
    );
    expect(status).toBe(404);
    for (const operation of ['GET /v1/pets,', 'POST /v1/pets,', 'GET /v1/pets/{petId}']) {
      expect(body).toContain(operation.replace('/', `${basePath}/`));
    }
  },
);

test.each([
  [{}, { baseUrl: 'http://pets.test/mount' }, 'see http://pets.test/mount/openapi.json'],
  [{ basePath: '/api' }, { baseUrl: 'http://pets.test' }, 'see http://pets.test/api/openapi.json'],
  [{ publicUrl: 'https://pets.example' }, { baseUrl: 'http://pets.test' }, 'see https://pets.example/openapi.json'],
  [{ basePath: '/api' }, {}, 'see /api/openapi.json'],
])('an unknown path outside the interface, with %j and %j, is a 404 that says %s', async (options, at, hint) => {
  const { handle } = handlerOver(options);
  const { status, body } = await handle(createMemoryRequest({ target: '/dogs', ...at }));
  expect(status).toBe(404);
  expect(body).toContain(hint);
});

describe('a failure', () => {
  const fail = (failure: unknown) => () => {
    throw failure;
  };
  const failure = new Error(secret);
  const failed = storageFailure(secret, failure);
  const creation = {
    headers: { ...authorization, 'content-type': 'application/json' },
    method: 'POST',
    body: '{"name":"Rex","categoryId":1}',
  };

  test.each<readonly [what: string, parts: Parts, code: HttpErrorCode, failure: unknown]>([
    ['a key verifier that throws', { keys: fail(failure) }, 'internal_error', failure],
    ['a key verifier that rejects', { keys: () => Promise.reject(failure) }, 'internal_error', failure],
    [
      'a storage that throws',
      { storage: createStorage(fail(failure)) },
      'storage_failure',
      expect.objectContaining({ cause: failure }),
    ],
    ['a storage that fails', { storage: createStorage(() => errAsync(failed)) }, 'storage_failure', failed],
    [
      'a storage that fails with something else',
      { storage: createStorage(() => errAsync(failure) as never) },
      'internal_error',
      expect.objectContaining({ cause: failure }),
    ],
    [
      'a storage that returns nothing',
      { storage: createStorage(() => undefined as never) },
      'storage_failure',
      expect.objectContaining({ code: 'storage_failure', cause: undefined }),
    ],
  ])('of %s is logged, and the reply shows nothing of it', async (_what, parts, code, failure) => {
    const records: RequestLog[] = [];
    const { handle } = handlerOver({ ...parts, onRequest: (record) => records.push(record) });
    const requests: readonly RequestParts[] = [
      { headers: authorization },
      { headers: authorization, target: '/v1/pets/1' },
      creation,
    ];
    for (const request of requests) {
      const reply = await handle(createMemoryRequest(request));
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
    const { handle } = handlerOver({ storage, onRequest: () => undefined });
    const readMessage = async (request: RequestParts) => {
      const reply = await handle(createMemoryRequest(request));
      expectErrorBody(reply);
      return (JSON.parse(reply.body) as { message: string }).message;
    };
    expect(await readMessage(creation)).toMatch(expected);
    expect(await readMessage({ headers: authorization })).not.toMatch(/pet|effect/);
    expect(await readMessage({ headers: authorization, target: '/v1/pets/1' })).not.toMatch(/pet|effect/);
  });

  test('of a body that an adapter cannot read is a 500', async () => {
    const { handle } = handlerOver({ onRequest: () => undefined });
    const request = createMemoryRequest({
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: '{}',
    });
    const reply = await handle({ ...request, readBody: () => Promise.reject(failure) });
    expect(reply.status).toBe(500);
  });
});

describe('the hook onRequest', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('is called once for each request, without its query or its body: a key shows only in a path or a request id', async () => {
    const records: RequestLog[] = [];
    const { handle } = handlerOver({ onRequest: (record) => records.push(record) });
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 250)); // read at the start and at the end of a request
    await handle(createMemoryRequest({ headers: authorization, target: '/v1/pets?status=sold' }));
    await handle(createMemoryRequest({ method: 'PUT', target: '/v1/nowhere?access_token=key' }));
    await handle(createMemoryRequest({ headers: { 'x-request-id': key }, target: `/v1/${key}` }));
    const common = { id: expect.any(String) as string, duration: 250 };
    expect(records).toEqual([
      { method: 'GET', path: '/v1/pets', operation: 'listPets', status: 200, ...common },
      { method: 'PUT', path: '/v1/nowhere', status: 401, code: 'unauthorized', ...common },
      { requestId: key, method: 'GET', path: `/v1/${key}`, status: 401, code: 'unauthorized', ...common },
    ]);
  });

  const failure = new Error('the log is full');
  test.each<readonly [how: string, onRequest: () => void]>([
    [
      'throws',
      () => {
        throw failure;
      },
    ],
    ['rejects', () => Promise.reject(failure) as unknown as undefined],
  ])('changes no reply if it %s: its error is reported', async (_how, onRequest) => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    const expected = await handlerOver().handle(createMemoryRequest({ headers: authorization }));
    const reply = await handlerOver({ onRequest }).handle(createMemoryRequest({ headers: authorization }));
    expect(reply).toEqual(expected);
    await Promise.resolve();
    expect(reported).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('onRequest'), failure);
  });

  test.each([undefined, null, 0, {}])('may return %s without a report', async (returned) => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    const { handle } = handlerOver({ onRequest: () => returned });
    expect(await handle(createMemoryRequest({ headers: authorization }))).toHaveProperty('status', 200);
    expect(reported).not.toHaveBeenCalled();
  });

  test('is optional: by default only failures are reported', async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    const failed = storageFailure('the disk is full');
    const { handle } = handlerOver({ storage: createStorage(() => errAsync(failed)) });
    await handle(createMemoryRequest({ headers: authorization }));
    await handle(createMemoryRequest({ headers: authorization, target: '/v1/pets?limit=0' }));
    expect(reported).toHaveBeenCalledExactlyOnceWith('GET /v1/pets was answered with 503:', failed);
  });
});

test('the message for an unknown path quotes at most 100 characters of it', async () => {
  const { handle } = handlerOver();
  for (const [length, shown] of [
    [100, 'x'.repeat(99)],
    [101, `${'x'.repeat(99)}…`],
    [9_000, `${'x'.repeat(99)}…`],
  ] as const) {
    const { body } = await handle(createMemoryRequest({ target: `/${'x'.repeat(length - 1)}` }));
    expect(JSON.parse(body)).toHaveProperty('message', expect.stringContaining(`"/${shown}"`));
  }
});

test('the interface document lists every error code with its status', () => {
  const guide = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gm)].map(([, code, status]) => [code, Number(status)]);
  expect(rows.sort()).toEqual(Object.entries(errorStatuses).sort());
});

describe('an error of an adapter', () => {
  test.each(Object.keys(errorStatuses) as HttpErrorCode[])(
    '%s has the status of its code and an Error body',
    (code) => {
      const reply = handlerOver().respondWithError(code, 'No.');
      expectErrorBody(reply);
      expect(reply.headers).toMatchObject({ 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' });
    },
  );

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

  test('has no CORS headers without CORS', () => {
    expect(handlerOver({ cors: false }).respondWithError('invalid_request', 'No.').headers).toEqual({
      'Content-Type': 'application/json',
    });
  });
});

describe('a handler serves', () => {
  const pages = [{ path: '/docs', mediaType: 'text/html', text: '' }];
  const paths = ['/v1', '/v1/pets', '/v1/nowhere', '/docs', '/docs?q', '/openapi.json', '/openapi-3.1.json', '/'];
  const others = ['/nowhere', '/v10', '/docs/x', '/healthz', ''];

  test.each(paths)('%s', (path) => {
    const { serves } = handlerOver({ pages });
    expect(serves(path)).toBe(true);
  });

  test.each(others)('not "%s"', (path) => {
    const { serves } = handlerOver({ pages });
    expect(serves(path)).toBe(false);
  });

  test.each([...paths, ...others])('"%s" only below its basePath', (path) => {
    const { serves } = handlerOver({ pages, basePath: '/api' });
    expect(serves(`/api${path}`)).toBe(paths.includes(path));
    expect(serves(path)).toBe(false);
    expect(serves(`/ipa${path}`)).toBe(false);
  });

  test('not the root without a page of HTML', () => {
    expect(handlerOver().serves('/')).toBe(false);
    expect(handlerOver({ pages: [{ path: '/docs', mediaType: 'text/plain', text: '' }] }).serves('/')).toBe(false);
  });
});

/** Makes a storage whose methods all return the same. */
function createStorage(call: () => ResultAsync<never, StorageFailure>): OpenStorage {
  return { insert: call, findById: call, list: call, close: call };
}
