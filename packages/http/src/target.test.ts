import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, parseTarget, segmentsOf } from './target.ts';

describe('a request target', () => {
  test.each([
    ['/v1/pets', '/v1/pets', ['v1', 'pets'], ''],
    ['/v1/pets?limit=1', '/v1/pets', ['v1', 'pets'], 'limit=1'],
    ['/v1/pets?a=?&b', '/v1/pets', ['v1', 'pets'], 'a=?&b'],
    ['/v1/pets#f?q', '/v1/pets', ['v1', 'pets'], ''],
    ['/v1/pets?q#f', '/v1/pets', ['v1', 'pets'], 'q'],
    ['http://host/v1/pets?q#f', '/v1/pets', ['v1', 'pets'], 'q'],
    ['/', '/', [''], ''],
    ['/v1/pets/', '/v1/pets/', ['v1', 'pets', ''], ''],
    ['//v1', '//v1', ['', 'v1'], ''],
    ['/%76%31/a%2Fb', '/%76%31/a%2Fb', ['v1', 'a/b'], ''],
    ['/%/%ff/%e2%82', '/%/%ff/%e2%82', ['%', '%ff', '%e2%82'], ''],
    ['http://host/v1/pets?q', '/v1/pets', ['v1', 'pets'], 'q'],
    ['HTTPS://user@[::1]:80/v1', '/v1', ['v1'], ''],
    ['http://host/v1/', '/v1/', ['v1', ''], ''],
    ['x:http://host/v1', 'x:http://host/v1', [], ''],
    ['http://host', '/', [''], ''],
    ['http://host?q', '/', [''], 'q'],
    ['http://host#f', '/', [''], ''],
    ['*', '*', [], ''],
    ['', '', [], ''],
    ['v1/pets', 'v1/pets', [], ''],
    ['x/v1/pets', 'x/v1/pets', [], ''],
    ['host:443', 'host:443', [], ''],
    ['ftp://host/v1/pets', 'ftp://host/v1/pets', [], ''],
  ])('"%s" is taken apart', (target, path, segments, query) => {
    expect(parseTarget(target)).toEqual({ path, query });
    expect(segmentsOf(path)).toEqual(segments);
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

describe('a query', () => {
  test('is its parameters in the order in which they were sent', () => {
    expect(parseQuery('b=1&a=2&b')).toEqual([
      { name: 'b', value: '1' },
      { name: 'a', value: '2' },
      { name: 'b', value: '' },
    ]);
  });

  test.each(['', '&', '=', '&&=&', '%', '%=%', '__proto__=1'])('of any text, such as "%s", is read', (query) => {
    expect(parseQuery(query)).toHaveLength(query.split('&').length);
  });

  test('is what URLSearchParams reads, where the percent-encoding is sound', () => {
    const text = fc.string().map((value) => encodeURIComponent(value).replaceAll('%20', '+'));
    const pair = fc
      .tuple(fc.constantFrom('limit', 'status', 'x', '%6cimit'), text)
      .map(([name, value]) => `${name}=${value}`);
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
        const query = pairs.join('&');
        expect(parseQuery(query).map(({ name, value }) => [name, value])).toEqual([...new URLSearchParams(query)]);
      }),
    );
  });
});
