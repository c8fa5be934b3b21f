import { wirePetTexts, type WireCase } from '../wire-case.ts';
import { authorization, cors, error, json } from './parts.ts';

const origin = ['Origin', 'https://docs.example'] as const;
const preflight = [origin, ['Access-Control-Request-Method', 'POST']] as const;
const ok = '{"status":"ok"}';
const list = `[${wirePetTexts.join(',')}]`;

/** The CORS headers of every reply to a page of that origin. */
const ofOrigin = {
  ...cors,
  'access-control-allow-origin': 'https://docs.example',
  'access-control-allow-credentials': 'true',
};
const jsonOfOrigin = { ...json, ...ofOrigin };

/** Paths of every kind: of the interface, unknown, pages, and the health check. */
const paths = ['/v1/pets', '/v1/pets/1', '/v1/nowhere', '/v1', '/pets', '/', '/openapi.json', '/docs', '/healthz'];

/** What preflights ask for, and what differs from that in the reply: for malformed names, those of the interface. */
const asked: readonly (readonly [method: string, headers: string | undefined, granted: Record<string, string>])[] = [
  ['POST', 'authorization,content-type', {}],
  ['GET', undefined, { 'access-control-allow-headers': '*, Authorization' }],
  ['GET', 'x-requested-with, x.a', {}],
  ['DELETE', 'authorization', {}],
  ['patch', 'authorization', {}],
  ['GET, POST', 'authorization', { 'access-control-allow-methods': 'GET, HEAD, POST' }],
  ['GET', 'a;b', { 'access-control-allow-headers': '*, Authorization' }],
  ['GET', 'a,', { 'access-control-allow-headers': '*, Authorization' }],
];

function granted(method: string, headers: string | undefined) {
  return {
    ...ofOrigin,
    'access-control-allow-methods': method,
    'access-control-allow-headers': headers ?? '',
    'access-control-max-age': '7200',
  };
}

/** CORS (Fetch standard, section 3.3). */
export const corsCases: readonly WireCase[] = [
  ...paths.map((path): WireCase => ({
    name: `a preflight for ${path} is answered without a key`,
    request: {
      method: 'OPTIONS',
      path,
      headers: [...preflight, ['Access-Control-Request-Headers', 'authorization,content-type']],
    },
    expect: { status: 204, headers: granted('POST', 'authorization,content-type'), body: '' },
  })),
  ...asked.map(([method, names, others]): WireCase => ({
    name: `a preflight for the method ${method} and the headers ${names ?? 'of every request'}`,
    request: {
      method: 'OPTIONS',
      path: '/v1/pets',
      headers: [
        origin,
        ['Access-Control-Request-Method', method],
        ...(names === undefined ? [] : [['Access-Control-Request-Headers', names] as const]),
      ],
    },
    expect: { status: 204, headers: { ...granted(method, names), ...others }, body: '' },
  })),
  {
    name: 'OPTIONS with an Origin alone is no preflight',
    request: { method: 'OPTIONS', path: '/v1/pets', headers: [authorization, origin] },
    expect: { status: 204, headers: { ...ofOrigin, allow: 'GET, HEAD, POST' }, body: '' },
  },
  {
    name: 'OPTIONS without an Origin is no preflight',
    request: {
      method: 'OPTIONS',
      path: '/v1/pets',
      headers: [authorization, ['Access-Control-Request-Method', 'GET']],
    },
    expect: { status: 204, headers: { ...cors, allow: 'GET, HEAD, POST' }, body: '' },
  },
  ...['http://127.0.0.1:3000', 'null', 'capacitor://localhost'].map((value): WireCase => ({
    name: `a page of the origin ${value} may read a reply, with credentials too`,
    request: { method: 'GET', path: '/v1/pets', headers: [authorization, ['Origin', value]] },
    expect: { status: 200, headers: { ...jsonOfOrigin, 'access-control-allow-origin': value }, body: list },
  })),
  ...(
    [
      ['GET', '/v1/nowhere', error(404, 'not_found', 'There is no', jsonOfOrigin)],
      ['DELETE', '/v1/pets', error(405, 'method_not_allowed', 'DELETE', { ...jsonOfOrigin, allow: 'GET, HEAD, POST' })],
      ['GET', '/nowhere', error(404, 'not_found', 'There is no', jsonOfOrigin)],
      ['POST', '/openapi.json', error(405, 'method_not_allowed', 'POST', { ...jsonOfOrigin, allow: 'GET, HEAD' })],
      ['GET', '/healthz', { status: 200, headers: { ...jsonOfOrigin, 'cache-control': 'no-store' }, body: ok }],
    ] as const
  ).map(([method, path, expect]): WireCase => ({
    name: `a page of another origin may read the reply to ${method} ${path}`,
    request: { method, path, headers: [authorization, origin] },
    expect,
  })),
  ...['two words', 'a\u00e9'].map((value): WireCase => ({
    name: `"Origin: ${value}", which no browser sends, is not sent back`,
    request: { method: 'GET', path: '/v1/pets', headers: [authorization, ['Origin', value]] },
    expect: { status: 200, headers: json, body: list },
  })),
  {
    name: 'GET with the headers of a preflight is no preflight',
    request: { method: 'GET', path: '/v1/pets', headers: [authorization, ...preflight] },
    expect: { status: 200, headers: jsonOfOrigin, body: list },
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
    name: 'without CORS, a preflight with a key is an OPTIONS like any other',
    setup: { cors: false },
    request: { method: 'OPTIONS', path: '/v1/pets', headers: [authorization, ...preflight] },
    expect: { status: 204, headers: { allow: 'GET, HEAD, POST' }, body: '' },
  },
  {
    name: 'without CORS, a preflight outside /v1 is an OPTIONS like any other',
    setup: { cors: false },
    request: { method: 'OPTIONS', path: '/openapi.json', headers: preflight },
    expect: { status: 204, headers: { allow: 'GET, HEAD' }, body: '' },
  },
];
