import type { ExpectedReply, WireCase, WireRequest } from '../wire-case.ts';
import { authorized, error, json, jsonType, post } from './parts.ts';

const tooLong = 'x'.repeat(65_537);
const text = ['Content-Type', 'text/plain'] as const;

const needsKey = error(401, 'unauthorized', 'required', { ...json, 'www-authenticate': 'Bearer realm="petstore"' });
const notFound = error(404, 'not_found', 'There is no');
const tooLarge = error(413, 'payload_too_large', '65536');
const wrongType = error(415, 'unsupported_media_type', 'Content-Type');
const wrongMethod = (method: string, allow: string) => error(405, 'method_not_allowed', method, { ...json, allow });

/** Requests with several errors, and the one that is answered. */
const rows: readonly (readonly [name: string, request: WireRequest, expect: ExpectedReply])[] = [
  [
    'a path outside /v1 comes before the key',
    { method: 'POST', path: '/pets', headers: [['Authorization', 'Bearer wrong']], body: tooLong },
    notFound,
  ],
  [
    'the key comes before an unknown path, the method and the body',
    { method: 'PUT', path: '/v1/nowhere', headers: [], body: tooLong },
    needsKey,
  ],
  ['the key comes before the parameters', { method: 'GET', path: '/v1/pets?limit=0', headers: [] }, needsKey],
  [
    'the key comes before a body that is too long',
    { method: 'POST', path: '/v1/pets', headers: [jsonType], body: tooLong },
    needsKey,
  ],
  ['an unknown path comes before the method', authorized('DELETE', '/v1/pets/1/photos'), notFound],
  [
    'the method comes before the parameters',
    authorized('DELETE', '/v1/pets?limit=0'),
    wrongMethod('DELETE', 'GET, HEAD, POST'),
  ],
  ['the method comes before the petId', authorized('DELETE', '/v1/pets/abc'), wrongMethod('DELETE', 'GET, HEAD')],
  [
    'the method comes before a body that is too long',
    { ...authorized('PUT', '/v1/pets', [jsonType]), body: tooLong },
    wrongMethod('PUT', 'GET, HEAD, POST'),
  ],
  ['a Content-Length above the limit comes before the Content-Type', post(tooLong, [text]), tooLarge],
  ['an empty body comes before the Content-Type', post('', [text]), error(400, 'invalid_request', 'empty')],
  [
    'the Content-Type comes before a streamed body that is too long',
    { ...post(tooLong, [text]), streamed: true },
    wrongType,
  ],
  [
    'the Content-Type comes before the Content-Encoding and malformed JSON',
    post('{', [text, ['Content-Encoding', 'gzip']]),
    wrongType,
  ],
  ['a streamed body that is too long comes before malformed JSON', { ...post(tooLong), streamed: true }, tooLarge],
  [
    'malformed UTF-8 comes before malformed JSON',
    post(new Uint8Array([0x7b, 0xff])),
    error(400, 'invalid_request', 'UTF-8'),
  ],
];

export const precedenceCases: readonly WireCase[] = [
  ...rows.map(([name, request, expect]): WireCase => ({ name, request, expect })),
  {
    name: 'a Content-Length above the limit is refused before the body has come',
    request: post('', [jsonType, ['Content-Length', '65537']]),
    expect: tooLarge,
    needsExactHead: true,
  },
  {
    name: 'the Content-Type is refused before the body has come',
    request: post('', [text, ['Content-Length', '100']]),
    expect: wrongType,
    needsExactHead: true,
  },
  {
    name: 'a body that is refused never reaches a storage that fails',
    setup: { storage: 'failing' },
    request: post('{"name":1}'),
    expect: error(400, 'invalid_request', 'name'),
  },
];
