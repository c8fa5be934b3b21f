import { samplePets } from '../shared/sample-pets.js';

/** The key that every server asks for. */
export const apiKey = '0123456789abcdef0123456789abcdef';

/** The header fields of our answers, which the peers send too: of all of them, of a get and of a 401. */
export const headers = {
  ofAll: {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Allow, Deprecation, Link, Retry-After, Sunset, WWW-Authenticate',
    vary: 'Origin',
    'cache-control': 'no-store',
  },
  ofGet: { sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', link: '<../pets>; rel="successor-version"' },
  of401: { 'www-authenticate': 'Bearer realm="petstore"' },
};

const authorized = { authorization: `Bearer ${apiKey}` };
const json = { ...authorized, 'content-type': 'application/json' };

/** The pets that each server starts with. */
export const petCount = 1_000;

/** What is asked, and what the answer must be. Whatever adds pets comes last. */
export const columns = [
  {
    name: 'get one',
    request: { method: 'GET', path: '/v1/pets/500', headers: authorized },
    status: 200,
    isRight: (pet) => pet.id === 500 && pet.name === 'Pet 499',
  },
  {
    name: 'list 20 of 1,000',
    request: { method: 'GET', path: '/v1/pets', headers: authorized },
    status: 200,
    isRight: (pets) => sameIds(pets, samplePets(20)),
  },
  {
    name: 'list 100 of 1,000',
    request: { method: 'GET', path: '/v1/pets?limit=100', headers: authorized },
    status: 200,
    isRight: (pets) => sameIds(pets, samplePets(100)),
  },
  {
    name: '401',
    request: { method: 'GET', path: '/v1/pets', headers: {} },
    status: 401,
    isRight: isErrorBody,
  },
  {
    name: '400',
    request: { method: 'POST', path: '/v1/pets', headers: json, body: '{"name":"Rex"}' },
    status: 400,
    isRight: isErrorBody,
  },
  {
    name: 'create',
    request: {
      method: 'POST',
      path: '/v1/pets',
      headers: json,
      body: '{"name":"Rex","categoryId":1,"status":"sold"}',
    },
    status: 201,
    isRight: (pet) => pet.id > petCount && pet.name === 'Rex' && pet.status === 'sold',
    /** The digits of the id grow with the pets. */
    spareLength: 5,
  },
];

function sameIds(pets, expected) {
  return pets.length === expected.length && pets.every(({ id }, index) => id === expected[index].id);
}

function isErrorBody({ code, message, status }) {
  return typeof code === 'string' && typeof message === 'string' && typeof status === 'number';
}
