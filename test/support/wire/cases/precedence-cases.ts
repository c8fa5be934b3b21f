import type { WireCase } from '../wire-case.ts';
import { authorized, error, json, jsonType, post } from './parts.ts';

const challenge = { ...json, 'www-authenticate': 'Bearer realm="petstore"' };
const tooLong = 'x'.repeat(65_537);

/** Requests with several errors, and the one that is answered. */
export const precedenceCases: readonly WireCase[] = [
  {
    name: 'a path outside /v1 comes before the key',
    request: { method: 'POST', path: '/pets', headers: [['Authorization', 'Bearer wrong']], body: tooLong },
    expect: error(404, 'not_found', 'There is no'),
  },
  {
    name: 'the key comes before an unknown path, the method and the body',
    request: { method: 'PUT', path: '/v1/nowhere', headers: [], body: tooLong },
    expect: error(401, 'unauthorized', 'required', challenge),
  },
  {
    name: 'the key comes before the method',
    request: { method: 'PUT', path: '/v1/pets', headers: [], body: tooLong },
    expect: error(401, 'unauthorized', 'required', challenge),
  },
  {
    name: 'the key comes before the parameters',
    request: { method: 'GET', path: '/v1/pets?limit=0', headers: [] },
    expect: error(401, 'unauthorized', 'required', challenge),
  },
  {
    name: 'the key comes before a body that is too long',
    request: { method: 'POST', path: '/v1/pets', headers: [jsonType], body: tooLong },
    expect: error(401, 'unauthorized', 'required', challenge),
  },
  {
    name: 'an unknown path comes before the method',
    request: authorized('DELETE', '/v1/pets/1/photos'),
    expect: error(404, 'not_found', 'There is no'),
  },
  {
    name: 'the method comes before the parameters',
    request: authorized('DELETE', '/v1/pets?limit=0'),
    expect: error(405, 'method_not_allowed', 'DELETE', { ...json, allow: 'GET, HEAD, POST' }),
  },
  {
    name: 'the method comes before the petId',
    request: authorized('DELETE', '/v1/pets/abc'),
    expect: error(405, 'method_not_allowed', 'DELETE', { ...json, allow: 'GET, HEAD' }),
  },
  {
    name: 'the method comes before a body that is too long',
    request: { ...authorized('PUT', '/v1/pets', [jsonType]), body: tooLong },
    expect: error(405, 'method_not_allowed', 'PUT', { ...json, allow: 'GET, HEAD, POST' }),
  },
  {
    name: 'a Content-Length above the limit comes before the Content-Type',
    request: post(tooLong, [['Content-Type', 'text/plain']]),
    expect: error(413, 'payload_too_large', '65536'),
  },
  {
    name: 'a Content-Length above the limit is refused before the body has come',
    request: post('', [jsonType, ['Content-Length', '65537']]),
    expect: error(413, 'payload_too_large', '65536'),
    needsExactHead: true,
  },
  {
    name: 'an empty body comes before the Content-Type',
    request: post('', [['Content-Type', 'text/plain']]),
    expect: error(400, 'invalid_request', 'empty'),
  },
  {
    name: 'the Content-Type comes before a streamed body that is too long',
    request: { ...post(tooLong, [['Content-Type', 'text/plain']]), streamed: true },
    expect: error(415, 'unsupported_media_type', 'Content-Type'),
  },
  {
    name: 'the Content-Type is refused before the body has come',
    request: post('', [
      ['Content-Type', 'text/plain'],
      ['Content-Length', '100'],
    ]),
    expect: error(415, 'unsupported_media_type', 'Content-Type'),
    needsExactHead: true,
  },
  {
    name: 'the Content-Type comes before the Content-Encoding',
    request: post('x', [
      ['Content-Type', 'text/plain'],
      ['Content-Encoding', 'gzip'],
    ]),
    expect: error(415, 'unsupported_media_type', 'Content-Type'),
  },
  {
    name: 'the Content-Type comes before malformed JSON',
    request: post('{', [['Content-Type', 'text/plain']]),
    expect: error(415, 'unsupported_media_type', 'Content-Type'),
  },
  {
    name: 'a streamed body that is too long comes before malformed JSON',
    request: { ...post(tooLong), streamed: true },
    expect: error(413, 'payload_too_large', '65536'),
  },
  {
    name: 'malformed UTF-8 comes before malformed JSON',
    request: post(new Uint8Array([0x7b, 0xff])),
    expect: error(400, 'invalid_request', 'UTF-8'),
  },
  {
    name: 'a body that is refused never reaches a storage that fails',
    setup: { storage: 'failing' },
    request: post('{"name":1}'),
    expect: error(400, 'invalid_request', 'name'),
  },
];
