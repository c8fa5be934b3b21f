import { arbitraryName } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectErrorBody, handlerOver, key } from '../test/handler-over.ts';
import { createMemoryRequest } from '../test/memory-request.ts';
import { errorStatuses, type HttpErrorCode } from './http-error.ts';

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

  test('has no CORS headers without CORS', () => {
    expect(handlerOver({ cors: false }).respondWithError('invalid_request', 'No.').headers).toEqual({
      'Content-Type': 'application/json',
    });
  });
});
