import type { WireCase } from '../wire-case.ts';
import { authorized, cors, error, json } from './parts.ts';

const unknownUnderBase = [
  ...['/v1', '/v1/', '/v1/pets/', '/v1/pets/1/', '/v1/pets/1/photos', '/v1/pet', '/v1/Pets', '/v1/store/orders'],
  ...['/v1//pets', '/v1/pets%2F1', '/v1/pets%3Flimit=1', '/v1/pets;a=b'],
];
const outside = ['/', '/pets', '/v2/pets', '/V1/pets', '/v1pets', '/v1%2Fpets', '/favicon.ico'];

/** Targets that a Request of the Fetch standard would normalize. */
const exactOnly = ['//v1/pets', '/./v1/pets', '/x/../v1/pets'];

const methods: readonly (readonly [path: string, allow: string, methods: readonly string[]])[] = [
  ['/v1/pets', 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'PROPFIND']],
  ['/v1/pets/1', 'GET, HEAD', ['POST', 'PUT', 'PATCH', 'DELETE']],
];

/** Unknown paths and methods. */
export const pathCases: readonly WireCase[] = [
  ...unknownUnderBase.map((path): WireCase => ({
    name: `with the key, ${path} is not found`,
    request: authorized('GET', path),
    expect: error(404, 'not_found', 'There is no'),
  })),
  ...outside.map((path): WireCase => ({
    name: `without a key, ${path} is not found`,
    request: { method: 'GET', path, headers: [] },
    expect: error(404, 'not_found', 'There is no'),
  })),
  ...exactOnly.map((path): WireCase => ({
    name: `without a key, ${path} is not found`,
    request: { method: 'GET', path, headers: [] },
    expect: error(404, 'not_found', 'There is no'),
    needsExactHead: true,
  })),
  {
    name: 'with the key, a path with dots is not found',
    request: authorized('GET', '/v1/../v1/pets'),
    expect: error(404, 'not_found', 'There is no'),
    needsExactHead: true,
  },
  ...methods.map(([path, allow]): WireCase => ({
    name: `OPTIONS ${path} names the methods`,
    request: authorized('OPTIONS', path),
    expect: { status: 204, headers: { ...cors, allow }, body: '' },
  })),
  ...(
    [
      ['*', 'GET, HEAD, POST'],
      ['/', 'GET, HEAD, POST'],
      ['/openapi.json', 'GET, HEAD'],
      ['/healthz', 'GET, HEAD'],
    ] as const
  ).map(([path, allow]): WireCase => ({
    name: `OPTIONS ${path} names the methods without a key, as a load balancer asks`,
    request: { method: 'OPTIONS', path, headers: [] },
    expect: { status: 204, headers: { ...cors, allow }, body: '' },
    ...(path === '*' && { needsExactHead: true }),
  })),
  {
    name: 'OPTIONS of an unknown path is not found',
    request: { method: 'OPTIONS', path: '/nowhere', headers: [] },
    expect: error(404, 'not_found', 'There is no'),
  },
  ...methods.flatMap(([path, allow, others]) =>
    others.map((method): WireCase => ({
      name: `${method} ${path} is not possible`,
      request: authorized(method, path),
      expect: error(405, 'method_not_allowed', method, { ...json, allow }),
    })),
  ),
  {
    name: 'TRACE /v1/pets is not possible',
    request: authorized('TRACE', '/v1/pets'),
    expect: error(405, 'method_not_allowed', 'TRACE', { ...json, allow: 'GET, HEAD, POST' }),
    needsExactHead: true, // a Request of the Fetch standard refuses TRACE
  },
];
