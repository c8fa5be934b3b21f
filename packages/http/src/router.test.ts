import { arbitraryName } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRouter } from './router.ts';

const findRoute = createRouter('/v1');

describe('a request target', () => {
  test.each([
    ['/v1/pets', '/v1/pets', ''],
    ['/v1/pets?a=?&b', '/v1/pets', 'a=?&b'],
    ['/v1/pets#f?q', '/v1/pets', ''],
    ['/v1/pets?q#f', '/v1/pets', 'q'],
    ['http://host/v1/pets?q#f', '/v1/pets', 'q'],
    ['//v1', '//v1', ''],
    ['/%76%31/a%2Fb', '/%76%31/a%2Fb', ''],
    ['/%/%ff/%e2%82', '/%/%ff/%e2%82', ''],
    ['HTTPS://user@[::1]:80/v1', '/v1', ''],
    ['x:http://host/v1', 'x:http://host/v1', ''],
    ['http://host', '/', ''],
    ['http://host?q', '/', 'q'],
    ['http://host#f', '/', ''],
    ['*', '*', ''],
    ['', '', ''],
    ['v1/pets', 'v1/pets', ''],
    ['host:443', 'host:443', ''],
    ['ftp://host/v1/pets', 'ftp://host/v1/pets', ''],
  ])('"%s" is parsed', (target, path, query) => {
    expect(findRoute('GET', target)).toMatchObject({ path, query });
  });

  test('never throws', () => {
    fc.assert(
      fc.property(arbitraryName(), (target) => {
        const { path, query } = findRoute('GET', target);
        expect(target).toContain(path);
        expect(target).toContain(query);
      }),
    );
  });
});
