import { describe, expect, test } from 'vitest';
import { allowedMethods, operationOf, routeOf } from './routes.ts';

describe('the route of a path', () => {
  test.each([
    [['v1', 'pets'], 'GET', 'listPets', ''],
    [['v1', 'pets'], 'HEAD', 'listPets', ''],
    [['v1', 'pets'], 'POST', 'createPet', ''],
    [['v1', 'pets', '7'], 'GET', 'getPet', '7'],
    [['v1', 'pets', '7'], 'HEAD', 'getPet', '7'],
    [['v1', 'pets', 'a/b'], 'GET', 'getPet', 'a/b'],
  ])('%j leads %s to %s', (segments, method, name, petId) => {
    const route = routeOf(segments);
    expect(operationOf(route, method)?.name).toBe(name);
    expect(route).toMatchObject({ underBase: true, petId });
  });

  test.each([
    [
      ['v1', 'pets'],
      ['PUT', 'get', 'Post', 'OPTIONS', '', 'constructor'],
    ],
    [
      ['v1', 'pets', '7'],
      ['POST', 'DELETE', 'toString'],
    ],
  ])('%j leads %j nowhere', (segments, methods) => {
    for (const method of methods) expect(operationOf(routeOf(segments), method)).toBeUndefined();
  });

  test.each([
    [['v1']],
    [['v1', '']],
    [['v1', 'pets', '']],
    [['v1', 'pets', '7', '']],
    [['v1', 'Pets']],
    [['v1', 'store']],
  ])('%j is under the base, and no path of the interface', (segments) => {
    expect(routeOf(segments)).toEqual({ underBase: true, petId: '' });
  });

  test.each([[[]], [['']], [['pets']], [['V1', 'pets']], [['', 'v1', 'pets']], [['v1/pets']]])(
    '%j is outside the base',
    (segments) => {
      expect(routeOf(segments)).toEqual({ underBase: false, petId: '' });
    },
  );

  test('tells its methods for an Allow header', () => {
    expect(allowedMethods(routeOf(['v1', 'pets']).methods ?? {})).toBe('GET, HEAD, POST');
    expect(allowedMethods(routeOf(['v1', 'pets', '7']).methods ?? {})).toBe('GET, HEAD');
  });
});
