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

/** Replies to `GET /v1/pets` (docs/interface.md, part 4.1). */
export const listCases: readonly WireCase[] = [
  {
    name: 'a list is by ascending id, with every integer exact and without a status if none was given',
    request: authorized('GET', '/v1/pets'),
    expect: expectList(rex, mimi, bella),
  },
  {
    name: 'a list of no pets is an empty array',
    setup: { pets: [] },
    request: authorized('GET', '/v1/pets'),
    expect: expectList(),
  },
  {
    name: 'a list without a limit has 20 pets at most',
    setup: { pets: createPets(101) },
    request: authorized('GET', '/v1/pets'),
    expect: expectList(...createPetTexts(20)),
  },
  {
    name: 'a list with the limit 100 has 100 pets at most',
    setup: { pets: createPets(101) },
    request: authorized('GET', '/v1/pets?limit=100'),
    expect: expectList(...createPetTexts(100)),
  },
  {
    name: 'a list with the limit 1 has the first pet',
    request: authorized('GET', '/v1/pets?limit=1'),
    expect: expectList(rex),
  },
  {
    name: 'a list with a status has only the pets of that status',
    request: authorized('GET', '/v1/pets?status=sold'),
    expect: expectList(mimi),
  },
  {
    name: 'a pet without a status matches no status filter',
    setup: { pets: wirePets.slice(2) },
    request: authorized('GET', '/v1/pets?status=available'),
    expect: expectList(),
  },
  {
    name: 'the limit counts the pets that match the status',
    request: authorized('GET', '/v1/pets?status=sold&limit=1'),
    expect: expectList(mimi),
  },
  {
    name: 'unknown query parameters are ignored',
    request: authorized('GET', '/v1/pets?offset=2&Limit=0&&=&limit%20=0&__proto__=1&limit=2'),
    expect: expectList(rex, mimi),
  },
  {
    name: 'an empty query is no query',
    request: authorized('GET', '/v1/pets?'),
    expect: expectList(rex, mimi, bella),
  },
  {
    name: 'a query may be percent-encoded',
    request: authorized('GET', '/v1/pets?%6cimit=%31&stat%75s=so%6Cd'),
    expect: expectList(mimi),
  },
  {
    name: 'a path may be percent-encoded',
    request: authorized('GET', '/%76%31/p%65ts?limit=1'),
    expect: expectList(rex),
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
  {
    name: 'HEAD of a list is answered like GET, without a body',
    request: authorized('HEAD', '/v1/pets'),
    expect: { status: 200, headers: json, body: '' },
  },
  {
    name: 'HEAD of a list that is refused has the status of GET, without a body',
    request: authorized('HEAD', '/v1/pets?limit=0'),
    expect: { status: 400, headers: json, body: '' },
  },
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
