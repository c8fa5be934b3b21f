import { openApiDocument } from '@petstore/http';
import { expect, test } from 'vitest';
import { readApiDescription } from '../assets/api-description.js';
import { requestOf } from '../assets/request.js';

const { operations } = readApiDescription(JSON.stringify(openApiDocument()));

function request(id: string, key: string, values: Readonly<Record<string, string>>, body = '') {
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return requestOf(operation, 'http://127.0.0.1:8080/petstore/v1', key, new Map(Object.entries(values)), body);
}

test('leaves out what is empty', () => {
  expect(request('listPets', '', { limit: '', status: 'sold' })).toEqual({
    method: 'GET',
    url: 'http://127.0.0.1:8080/petstore/v1/pets?status=sold',
    headers: {},
    body: undefined,
  });
});

test('encodes what is typed, and judges nothing', () => {
  expect(request('getPet', 'key', { petId: 'a/b?c#d $& é' })).toMatchObject({
    url: 'http://127.0.0.1:8080/petstore/v1/pets/a%2Fb%3Fc%23d%20%24%26%20%C3%A9',
    headers: { Authorization: 'Bearer key' },
  });
  expect(request('listPets', '', { limit: '-1&x' }).url).toContain('?limit=-1%26x');
});

test('sends the body as it is', () => {
  expect(request('createPet', 'key', {}, ' {"name" ')).toMatchObject({
    method: 'POST',
    headers: { Authorization: 'Bearer key', 'Content-Type': 'application/json' },
    body: ' {"name" ',
  });
});
