import { arbitraryName } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRouter } from './router.ts';

const findRoute = createRouter('/v1');

describe('the route of a request', () => {
  test.each([
    ['GET', '/v1/pets', 'listPets', {}],
    ['HEAD', '/v1/pets', 'listPets', {}],
    ['POST', '/v1/pets', 'createPet', {}],
    ['GET', '/%76%31/%70ets', 'listPets', {}],
    ['GET', '/v1/pets/7', 'getPet', { petId: '7' }],
    ['HEAD', '/v1/pets/7', 'getPet', { petId: '7' }],
    ['GET', '/v1/pets/%2D%37', 'getPet', { petId: '-7' }],
    ['GET', '/v1/pets/a%2Fb', 'getPet', { petId: 'a%2Fb' }],
    ['GET', '/v1/pets/%E0%A4%A', 'getPet', { petId: '%E0%A4%A' }],
    ['GET', '/v1/pets/{petId}', 'getPet', { petId: '{petId}' }],
  ])('%s %s leads to %s %j', (method, path, name, parameters) => {
    const route = findRoute(method, path);
    expect(route).toMatchObject({ isUnderBase: true, parameters });
    expect(route.operation?.name).toBe(name);
  });

  test.each([
    ['/v1/pets', 'GET, HEAD, POST', ['PUT', 'get', 'Post', 'OPTIONS', '', 'constructor']],
    ['/v1/pets/7', 'GET, HEAD', ['POST', 'DELETE', 'toString']],
  ])('of %s allows %s and nothing else', (path, allow, methods) => {
    for (const method of methods) {
      const route = findRoute(method, path);
      expect(route.allow).toBe(allow);
      expect(route.operation).toBeUndefined();
    }
  });

  test.each(['/v1', '/v1/', '/v1/pets/', '/v1/pets/7/', '/v1/Pets', '/v1/store/orders', '/v1/{petId}', '/v1/pets%2F7'])(
    '%s is under the base, and not a path of the interface',
    (path) => {
      const { isUnderBase, allow, operation } = findRoute('GET', path);
      expect([isUnderBase, allow, operation]).toEqual([true, undefined, undefined]);
    },
  );

  test.each(['', '/', '*', '/pets', '/V1/pets', '//v1/pets', '/v1%2Fpets', 'v1/pets', 'x/v1/pets', '/%2576%2531/pets'])(
    '"%s" is outside the base',
    (path) => {
      expect(findRoute('GET', path)).toMatchObject({ path, query: '', isUnderBase: false, parameters: {} });
    },
  );
});

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
