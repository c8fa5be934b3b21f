import { wirePetTexts, type WireCase } from '../wire-case.ts';
import { authorization, error, json, sunset } from './parts.ts';

const realm = 'Bearer realm="petstore"';
const withoutKey = { 'www-authenticate': realm };
const withWrongKey = { 'www-authenticate': `${realm}, error="invalid_token"` };

/** Requests under `/v1`, and the headers of their replies. */
const everything = [
  ['GET', '/v1/pets', json],
  ['HEAD', '/v1/pets', json],
  ['POST', '/v1/pets', json],
  ['GET', '/v1/pets/1', sunset],
  ['GET', '/v1/pets/4', sunset],
  ['DELETE', '/v1/pets/1', json],
  ['GET', '/v1/store/orders', json],
  ['GET', '/v1', json],
  ['OPTIONS', '/v1/pets', json],
] as const;

/** Authorization headers without a key. */
const keyless = ['', 'Bearer', 'Bearer ', 'Basic d2lyZS1rZXk=', 'wire-key', 'Bearerwire-key'];

/** Authorization headers with an invalid key. */
const wrong = ['Bearer wire-ke', 'Bearer wire-keyy', 'Bearer WIRE-KEY', 'Bearer wire-key,', 'bearer "wire-key"'];

/** Authorization headers with a malformed key. */
const malformed = ['Bearer wire-key wire-key', 'Bearer Bearer wire-key', 'Bearer wire-k\u00e9y', 'Bearer\twire-key'];

/** Authentication (docs/interface.md, part 5). */
export const authenticationCases: readonly WireCase[] = [
  ...everything.flatMap(([method, path, headers]): readonly WireCase[] => [
    {
      name: `${method} ${path} needs a key`,
      request: { method, path, headers: [] },
      expect:
        method === 'HEAD'
          ? expectBodiless(withoutKey)
          : error(401, 'unauthorized', 'API key is required', { ...headers, ...withoutKey }),
    },
    {
      name: `${method} ${path} needs a valid key`,
      request: { method, path, headers: [['Authorization', 'Bearer wrong']] },
      expect:
        method === 'HEAD'
          ? expectBodiless(withWrongKey)
          : error(401, 'unauthorized', 'not valid', { ...headers, ...withWrongKey }),
    },
  ]),
  ...keyless.map((value): WireCase => ({
    name: `"Authorization: ${value}" has no key`,
    request: { method: 'GET', path: '/v1/pets', headers: [['Authorization', value]] },
    expect: error(401, 'unauthorized', 'API key is required', { ...json, ...withoutKey }),
  })),
  ...wrong.map((value): WireCase => ({
    name: `"Authorization: ${value}" has a wrong key`,
    request: { method: 'GET', path: '/v1/pets', headers: [['Authorization', value]] },
    expect: error(401, 'unauthorized', 'not valid', { ...json, ...withWrongKey }),
  })),
  ...malformed.map((value): WireCase => ({
    name: `"Authorization: ${value}" has a malformed key`,
    request: { method: 'GET', path: '/v1/pets', headers: [['Authorization', value]] },
    expect: error(401, 'unauthorized', 'not valid: ', { ...json, ...withWrongKey }),
  })),
  ...['bearer wire-key', 'BEARER wire-key', 'Bearer   wire-key'].map((value): WireCase => ({
    name: `"Authorization: ${value}" has the key`,
    request: { method: 'GET', path: '/v1/pets?limit=1', headers: [['Authorization', value]] },
    expect: { status: 200, headers: json, body: `[${wirePetTexts[0]}]` },
  })),
  ...[
    [authorization, ['Authorization', 'Bearer wrong']] as const,
    [['Authorization', 'Bearer wrong'], authorization] as const,
    [authorization, authorization] as const,
  ].map((headers, i): WireCase => ({
    name: `two Authorization headers are not valid (${i + 1})`,
    request: { method: 'GET', path: '/v1/pets', headers },
    expect: error(401, 'unauthorized', 'in one Authorization header', { ...json, ...withWrongKey }),
  })),
  {
    name: 'a key in the query is ignored',
    request: { method: 'GET', path: '/v1/pets?access_token=wire-key', headers: [] },
    expect: error(401, 'unauthorized', 'API key is required', { ...json, ...withoutKey }),
  },
];

function expectBodiless(headers: Readonly<Record<string, string>>) {
  return { status: 401, headers: { ...json, ...headers }, body: '' };
}
