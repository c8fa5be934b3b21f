import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTarget, queryValues } from './target.ts';

describe('a request target', () => {
  test.each([
    ['/v1/pets', '/v1/pets', ['v1', 'pets'], ''],
    ['/v1/pets?limit=1', '/v1/pets', ['v1', 'pets'], 'limit=1'],
    ['/v1/pets?a=?&b', '/v1/pets', ['v1', 'pets'], 'a=?&b'],
    ['/v1/pets#f?q', '/v1/pets', ['v1', 'pets'], ''],
    ['/', '/', [''], ''],
    ['/v1/pets/', '/v1/pets/', ['v1', 'pets', ''], ''],
    ['//v1', '//v1', ['', 'v1'], ''],
    ['/%76%31/a%2Fb', '/%76%31/a%2Fb', ['v1', 'a/b'], ''],
    ['/%/%ff/%e2%82', '/%/%ff/%e2%82', ['%', '%ff', '%e2%82'], ''],
    ['http://host/v1/pets?q', '/v1/pets', ['v1', 'pets'], 'q'],
    ['HTTPS://user@[::1]:80/v1', '/v1', ['v1'], ''],
    ['http://host', '', [], ''],
    ['http://host?q', '', [], 'q'],
    ['*', '*', [], ''],
    ['', '', [], ''],
    ['v1/pets', 'v1/pets', [], ''],
    ['x/v1/pets', 'x/v1/pets', [], ''],
    ['host:443', 'host:443', [], ''],
    ['ftp://host/v1/pets', 'ftp://host/v1/pets', [], ''],
  ])('"%s" is taken apart', (target, path, segments, query) => {
    expect(parseTarget(target)).toEqual({ path, segments, query });
  });

  test('of any kind is taken apart without a throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (target) => {
        const { path, query } = parseTarget(target);
        expect(target).toContain(path);
        expect(target).toContain(query);
      }),
    );
  });
});

describe('the values of a query', () => {
  test('come in the order in which they were sent', () => {
    expect(queryValues('b=1&a=2&b=3&c=4&b', ['a', 'b'])).toEqual({ a: ['2'], b: ['1', '3', ''] });
  });

  test.each(['', '&', '=', '&&=&', '%', 'A=1', 'a%3D1', '__proto__=1', 'constructor=1'])(
    'are none in "%s"',
    (query) => {
      expect(queryValues(query, ['a'])).toEqual({ a: [] });
    },
  );

  test('are what URLSearchParams reads, where the percent-encoding is sound', () => {
    const text = fc.string().map((value) => encodeURIComponent(value).replaceAll('%20', '+'));
    const pair = fc
      .tuple(fc.constantFrom('limit', 'status', 'x', '%6cimit'), text)
      .map(([name, value]) => `${name}=${value}`);
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const query = pairs.join('&');
        const expected = new URLSearchParams(query);
        expect(queryValues(query, ['limit', 'status'])).toEqual({
          limit: expected.getAll('limit'),
          status: expected.getAll('status'),
        });
      }),
    );
  });
});
