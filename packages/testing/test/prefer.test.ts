import { unwrap } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { parsePrefer } from '../src/script/prefer.ts';
import { creation, ways } from './test-stores.ts';

test.each([
  ['code=503', { respond: { status: 503 }, delay: 0, applied: 'code=503' }],
  ['code=503, delay=2000', { respond: { status: 503 }, delay: 2_000, applied: 'code=503, delay=2000' }],
  [
    'delay=5;x="a,b;\\"code=500", CODE = "404" ; y',
    { respond: { status: 404 }, delay: 5, applied: 'code=404, delay=5' },
  ],
  ['respond-async, wait=10, code=429', { respond: { status: 429 }, delay: 0, applied: 'code=429' }],
  ['code=500, code=503', { respond: { status: 500 }, delay: 0, applied: 'code=500' }],
  ['code="50\\3"', { respond: { status: 503 }, delay: 0, applied: 'code=503' }],
  ['code=599', { respond: { status: 599 }, delay: 0, applied: 'code=599' }],
  ['code=400, delay=60000', { respond: { status: 400 }, delay: 60_000, applied: 'code=400, delay=60000' }],
  ['return="a, code=500"', undefined],
  ['code=399', undefined],
  ['code=600', undefined],
  ['code', undefined],
  ['code=abc, delay=-1', undefined],
  ['delay=60001', undefined],
  ['code="503', undefined],
  ['', undefined],
])('Prefer: %j is read as RFC 7240 says', (header, preference) => {
  expect(parsePrefer(header)).toEqual(preference && { when: 'before', ...preference });
});

describe.each(ways)('Prefer to $way', ({ open }) => {
  test('is applied to one request, and named in Preference-Applied', async () => {
    const { call, store } = await open();
    const headers = { Prefer: 'code=503, delay=1' };
    const response = await call('/pets', { ...creation, headers });
    expect([response.status, response.headers.get('Preference-Applied')]).toEqual([503, 'code=503, delay=1']);
    expect(await unwrap(store.listPets())).toEqual([]);
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Preference-Applied');
    const delayed = await call('/pets', { ...creation, headers: { Prefer: 'delay=1' } });
    expect([delayed.status, delayed.headers.get('Preference-Applied')]).toEqual([201, 'delay=1']);
    expect((await call('/pets')).headers.get('Preference-Applied')).toBeNull();
  });

  test('gives way to a script', async () => {
    const { call } = await open({ script: [{ respond: { status: 500 } }] });
    expect((await call('/pets', { headers: { Prefer: 'code=503' } })).status).toBe(500);
    expect((await call('/pets', { headers: { Prefer: 'code=503' } })).status).toBe(503);
  });
});
