import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedMethods, operationOf, routeOf, routeOfSegments } from './routes.ts';
import { segmentsOf } from './target.ts';

describe('the route of a path', () => {
  test.each([
    [['v1', 'pets'], 'GET', 'listPets', ''],
    [['v1', 'pets'], 'HEAD', 'listPets', ''],
    [['v1', 'pets'], 'POST', 'createPet', ''],
    [['v1', 'pets', '7'], 'GET', 'getPet', '7'],
    [['v1', 'pets', '7'], 'HEAD', 'getPet', '7'],
    [['v1', 'pets', 'a/b'], 'GET', 'getPet', 'a/b'],
  ])('%j leads %s to %s', (segments, method, name, petId) => {
    const route = routeOfSegments(segments);
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
    for (const method of methods) expect(operationOf(routeOfSegments(segments), method)).toBeUndefined();
  });

  test.each([
    [['v1']],
    [['v1', '']],
    [['v1', 'pets', '']],
    [['v1', 'pets', '7', '']],
    [['v1', 'Pets']],
    [['v1', 'store']],
  ])('%j is under the base, and no path of the interface', (segments) => {
    expect(routeOfSegments(segments)).toEqual({ underBase: true, petId: '' });
  });

  test.each([[[]], [['']], [['pets']], [['V1', 'pets']], [['', 'v1', 'pets']], [['v1/pets']]])(
    '%j is outside the base',
    (segments) => {
      expect(routeOfSegments(segments)).toEqual({ underBase: false, petId: '' });
    },
  );

  test('is the same whether or not the path is taken apart first', () => {
    const segment = fc.oneof(
      fc.constantFrom('v1', 'pets', '', '7', '007', '-1', '%37', '7%', 'Pets', '%76%31'),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 5 }),
        fc.constantFrom('/', '', '/v1/pets', '/v1/pets/'),
        (segments, start) => {
          const path = `${start}${segments.join('/')}`;
          expect(routeOf(path)).toEqual(routeOfSegments(segmentsOf(path)));
        },
      ),
      {
        examples: [
          [['x', 'v1', 'pets', '7'], '/'],
          [['7', 'x'], '/v1/pets/'],
          [['x', 'y'], '/v1/pets/'],
          [['', ''], '/v1/pets/'],
        ],
      },
    );
  });

  test('tells its methods for an Allow header', () => {
    expect(allowedMethods(routeOfSegments(['v1', 'pets']).methods ?? {})).toBe('GET, HEAD, POST');
    expect(allowedMethods(routeOfSegments(['v1', 'pets', '7']).methods ?? {})).toBe('GET, HEAD');
  });
});
