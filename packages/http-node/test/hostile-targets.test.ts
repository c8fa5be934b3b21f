import { describe, expect, test } from 'vitest';
import { authorization, exchange, expectError, get, servers } from './hostile-parts.ts';

const tooLong = 'x'.repeat(15_000);

/** Targets without a key. A server that compares before it decodes, decodes twice, or normalizes would answer some of them. */
const withoutKey: readonly (readonly [target: string, status: number, code: string])[] = [
  ['/v1/pets', 401, 'unauthorized'],
  ['/%76%31/pets', 401, 'unauthorized'],
  ['/v1/%70ets', 401, 'unauthorized'],
  ['/v1/../v1/pets', 401, 'unauthorized'],
  ['/v1/%2e%2e/v1/pets', 401, 'unauthorized'],
  ['/v1//pets', 401, 'unauthorized'],
  ['http://a/v1/pets', 401, 'unauthorized'],
  ['http://b:99/%761/pets', 401, 'unauthorized'],
  ['//v1/pets', 404, 'not_found'],
  ['//a/v1/pets', 404, 'not_found'],
  ['///a/v1/pets', 404, 'not_found'],
  ['/%2fa/v1/pets', 404, 'not_found'],
  ['/%2Fv1/pets', 404, 'not_found'],
  ['/v1%2Fpets', 404, 'not_found'],
  ['/%2576%2531/pets', 404, 'not_found'],
  ['/V1/pets', 404, 'not_found'],
  ['/./v1/pets', 404, 'not_found'],
  ['/x/../v1/pets', 404, 'not_found'],
  ['/x/%2e%2e/v1/pets', 404, 'not_found'],
  ['/x/..%2fv1/pets', 404, 'not_found'],
  ['/v1\\pets', 404, 'not_found'],
  ['/\\v1/pets', 404, 'not_found'],
  ['/v1%5Cpets', 404, 'not_found'],
  ['/v1;a/pets', 404, 'not_found'],
  ['/v1%00/pets', 404, 'not_found'],
  ['/openapi.json/../v1/pets', 404, 'not_found'],
  ['http://a//v1/pets', 404, 'not_found'],
  ['http://a\u003f/v1/pets', 404, 'not_found'],
  ['ws://a/v1/pets', 404, 'not_found'],
  ['file:///v1/pets', 404, 'not_found'],
  ['*', 404, 'not_found'],
  ['/v1/pets#', 400, 'invalid_request'],
  ['/#/v1/pets', 400, 'invalid_request'],
];

/** Targets with a valid key. */
const withKey: readonly (readonly [target: string, status: number, code?: string])[] = [
  ['/v1/pets/', 404, 'not_found'],
  ['/v1/pets%00', 404, 'not_found'],
  ['/v1/pets%2F1', 404, 'not_found'],
  ['/v1/pets/1%00', 404, 'not_found'],
  ['/v1/pets/1%0d%0aX-Injected:%20a', 404, 'not_found'],
  ['/v1/pets/%E0%A4%A', 404, 'not_found'],
  ['/v1/%E0%A4%A', 404, 'not_found'],
  ['/v1/pets/%2531', 404, 'not_found'],
  ['/v1/pets/..%2f..', 404, 'not_found'],
  ['/v1/%2e%2e/v1/pets', 404, 'not_found'],
  ['/v1\\pets', 404, 'not_found'],
  [`/v1/${tooLong}`, 404, 'not_found'],
  [`/v1/pets/${tooLong}`, 404, 'not_found'],
  [`/v1/pets/${'9'.repeat(15_000)}`, 404, 'not_found'],
  [`/v1${'/'.repeat(15_000)}`, 404, 'not_found'],
  [`/v1/pets?limit=${'9'.repeat(15_000)}`, 400, 'invalid_request'],
  [`/v1/pets?limit=1${'0'.repeat(400)}`, 400, 'invalid_request'],
  [`/v1/pets?status=${tooLong}`, 400, 'invalid_request'],
  ['/v1/pets?status=%E0%A4%A', 400, 'invalid_request'],
  ['/v1/pets?status=sold%00', 400, 'invalid_request'],
  ['/v1/pets?status[]=sold&status=sold&status=sold', 400, 'invalid_request'],
  ['/v1/pets?limit=1%26limit=2', 400, 'invalid_request'],
  [`/v1/pets?${'limit=1&'.repeat(1_500)}`, 400, 'invalid_request'],
  [`/v1/pets?${'a=1&'.repeat(3_500)}`, 200],
  [`/v1/pets?${'&'.repeat(15_000)}`, 200],
  [`/v1/pets?${'%'.repeat(15_000)}`, 200],
  ['/v1/pets?__proto__[limit]=0&__proto__=x&constructor[prototype][limit]=0', 200],
  ['/v1/pets?limit[]=0&limit[$gt]=0', 200],
  ['/v1/pets?limit=5#&limit=0', 400, 'invalid_request'],
  ['/v1/pets#', 400, 'invalid_request'],
  ['http://a/v1/pets', 200],
  ['http://another.example:99/v1/pets', 200],
  ['HTTP://A/v1/pets?limit=1', 200],
  ['https://a/v1/pets', 200],
  ['http://user:secret@a/v1/pets', 200],
  ['http://[::1]:80/v1/pets', 200],
  ['http://a', 404, 'not_found'],
  ['http://a?/v1/pets', 404, 'not_found'],
];

describe.each(servers)('%s answers the target', (_what, start) => {
  const shown = (target: string) =>
    target.length > 60 ? `${target.slice(0, 60)}… of ${target.length} characters` : target;

  test.each(withoutKey.map(([target, ...expected]) => [shown(target), target, ...expected] as const))(
    '%s without a key',
    async (_shown, target, status, code) => {
      const [reply] = await exchange(await start(), get(target).replace(authorization, ''), 1);
      expectError(reply, status, code);
    },
  );

  test.each(withKey.map(([target, ...expected]) => [shown(target), target, ...expected] as const))(
    '%s with a key',
    async (_shown, target, status, code) => {
      const [reply] = await exchange(await start(), get(target), 1);
      if (code !== undefined) expectError(reply, status, code);
      if (target.includes('#')) expect(reply?.headers.connection).toBe('close'); // it is no valid HTTP
      if (code === undefined) expect([reply?.status, reply?.body]).toEqual([status, '[]']);
      expect(reply?.headers).not.toHaveProperty('x-injected');
      expect(reply?.body.length).toBeLessThan(1_000);
      expect(reply?.body).not.toContain('secret');
    },
  );
});

test('no request changes Object.prototype', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).limit).toBeUndefined();
});
