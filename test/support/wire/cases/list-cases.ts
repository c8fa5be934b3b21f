import type { Pet } from '@petstore/core';
import { wirePets, wirePetTexts, type ExpectedReply, type WireCase } from '../wire-case.ts';
import { authorized, error, json } from './parts.ts';

const [rex, mimi, bella] = wirePetTexts;

const refused: readonly (readonly [what: string, query: string, mentions: string])[] = [
  ...['0', '101', '-1', '-0', '1.5', '1.0', '1e1', '+5', '%2B5', '05', '0x10', '1,2', '%205', 'ten', '%D9%A3', ''].map(
    (limit) => [`the limit "${limit}"`, `limit=${limit}`, 'limit'] as const,
  ),
  ['a limit of 400 digits', `limit=${'9'.repeat(400)}`, 'limit'],
  ['a limit without a value', 'limit', 'limit'],
  ['two limits', 'limit=5&limit=5', 'limit'],
  ['two limits, one with its name encoded', 'limit=5&%6Cimit=6', 'limit'],
  ['two statuses', 'status=sold&status=sold', 'status'],
  ['an unknown status', 'status=lost', 'status'],
  ['a status in another case', 'status=Sold', 'status'],
  ['an empty status', 'status=', 'status'],
  ['a status without a value', 'status', 'status'],
  ['a list for a status', 'status=sold,pending', 'status'],
  ['a status whose percent-encoding is broken', 'status=sold%', 'status'],
  ['an unknown status beside a good limit', 'limit=5&status=lost', 'status'],
  ['a limit out of bounds beside a good status', 'limit=0&status=sold', 'limit'],
];

/** Lists of the three pets. */
const listed: readonly (readonly [name: string, target: string, ...pets: readonly string[]])[] = [
  ['a list is by ascending id, exact, and without a status if none was given', '/v1/pets', rex, mimi, bella],
  ['a list with the limit 1 has the first pet', '/v1/pets?limit=1', rex],
  ['a list with a status has only the pets of that status', '/v1/pets?status=sold', mimi],
  ['the limit counts the pets that match the status', '/v1/pets?status=sold&limit=1', mimi],
  ['unknown query parameters are ignored', '/v1/pets?offset=2&Limit=0&&=&limit%20=0&__proto__=1&limit=2', rex, mimi],
  ['an empty query is no query', '/v1/pets?', rex, mimi, bella],
  ['a query may be percent-encoded', '/v1/pets?%6cimit=%31&stat%75s=so%6Cd', mimi],
  ['a path may be percent-encoded', '/%76%31/p%65ts?limit=1', rex],
];

/** Replies to `GET /v1/pets` (docs/interface.md, part 4.1). */
export const listCases: readonly WireCase[] = [
  ...listed.map(([name, target, ...pets]): WireCase => ({
    name,
    request: authorized('GET', target),
    expect: expectList(...pets),
  })),
  {
    name: 'a list of no pets is an empty array',
    setup: { pets: [] },
    request: authorized('GET', '/v1/pets'),
    expect: expectList(),
  },
  ...[20, 100].map((limit): WireCase => ({
    name: `a list with the limit ${limit === 20 ? 'left out' : limit} has ${limit} pets at most`,
    setup: { pets: createPets(101) },
    request: authorized('GET', limit === 20 ? '/v1/pets' : '/v1/pets?limit=100'),
    expect: expectList(...createPetTexts(limit)),
  })),
  {
    name: 'a pet without a status matches no status filter',
    setup: { pets: wirePets.slice(2) },
    request: authorized('GET', '/v1/pets?status=available'),
    expect: expectList(),
  },
  {
    name: 'the body of a list is ignored',
    request: { ...authorized('GET', '/v1/pets?limit=1'), body: 'not JSON' },
    expect: expectList(rex),
    needsExactHead: true,
  },
  {
    name: 'a target may have a scheme and a host',
    request: authorized('GET', 'http://pets.example/v1/pets?limit=1'),
    expect: expectList(rex),
    needsExactHead: true,
  },
  ...[['a list', '/v1/pets', 200] as const, ['a list that is refused', '/v1/pets?limit=0', 400] as const].map(
    ([what, target, status]): WireCase => ({
      name: `HEAD of ${what} has the status of GET, without a body`,
      request: authorized('HEAD', target),
      expect: { status, headers: json, body: '' },
    }),
  ),
  ...refused.map(([what, query, mentions]): WireCase => ({
    name: `a list is refused for ${what}`,
    request: authorized('GET', `/v1/pets?${query}`),
    expect: error(400, 'invalid_request', mentions),
  })),
];

function expectList(...texts: readonly string[]): ExpectedReply {
  return { status: 200, headers: json, body: `[${texts.join(',')}]` };
}

function createPets(count: number): readonly Pet[] {
  return Array.from({ length: count }, (_, i) => ({ id: i + 1, name: 'Rex', categoryId: 1 }));
}

function createPetTexts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `{"id":${i + 1},"name":"Rex","categoryId":1}`);
}
