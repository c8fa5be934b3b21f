import { wirePetTexts, type WireCase } from '../wire-case.ts';
import { authorization, cors, error, json } from './parts.ts';

const origin = ['Origin', 'https://docs.example'] as const;
const preflight = [origin, ['Access-Control-Request-Method', 'POST']] as const;
const list = `[${wirePetTexts.join(',')}]`;

/** CORS (Fetch standard, section 3.3). */
export const corsCases: readonly WireCase[] = [
  ...['/v1/pets', '/v1/pets/1', '/v1/nowhere', '/v1'].map((path): WireCase => ({
    name: `a preflight for ${path} is answered without a key`,
    request: {
      method: 'OPTIONS',
      path,
      headers: [...preflight, ['Access-Control-Request-Headers', 'authorization,content-type']],
    },
    expect: {
      status: 204,
      headers: {
        ...cors,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': '*, Authorization',
        'access-control-max-age': '7200',
      },
      body: '',
    },
  })),
  {
    name: 'a preflight outside /v1 is not found',
    request: { method: 'OPTIONS', path: '/pets', headers: preflight },
    expect: error(404, 'not_found', 'There is no'),
  },
  {
    name: 'OPTIONS with an Origin alone is no preflight',
    request: { method: 'OPTIONS', path: '/v1/pets', headers: [authorization, origin] },
    expect: error(405, 'method_not_allowed', 'OPTIONS', { ...json, allow: 'GET, HEAD, POST' }),
  },
  {
    name: 'OPTIONS without an Origin is no preflight',
    request: {
      method: 'OPTIONS',
      path: '/v1/pets',
      headers: [authorization, ['Access-Control-Request-Method', 'GET']],
    },
    expect: error(405, 'method_not_allowed', 'OPTIONS', { ...json, allow: 'GET, HEAD, POST' }),
  },
  {
    name: 'GET with the headers of a preflight is no preflight',
    request: { method: 'GET', path: '/v1/pets', headers: [authorization, ...preflight] },
    expect: { status: 200, headers: json, body: list },
  },
  {
    name: 'a page of any origin may read a list',
    request: { method: 'GET', path: '/v1/pets', headers: [authorization, origin] },
    expect: { status: 200, headers: json, body: list },
  },
  {
    name: 'without CORS, a reply has no CORS headers',
    setup: { cors: false },
    request: { method: 'GET', path: '/v1/pets', headers: [authorization, origin] },
    expect: { status: 200, headers: { 'content-type': 'application/json' }, body: list },
  },
  {
    name: 'without CORS, a preflight needs a key',
    setup: { cors: false },
    request: { method: 'OPTIONS', path: '/v1/pets', headers: preflight },
    expect: error(401, 'unauthorized', 'API key is required', {
      'content-type': 'application/json',
      'www-authenticate': 'Bearer realm="petstore"',
    }),
  },
  {
    name: 'without CORS, a preflight with a key is a 405',
    setup: { cors: false },
    request: { method: 'OPTIONS', path: '/v1/pets', headers: [authorization, ...preflight] },
    expect: error(405, 'method_not_allowed', 'OPTIONS', {
      'content-type': 'application/json',
      allow: 'GET, HEAD, POST',
    }),
  },
];
