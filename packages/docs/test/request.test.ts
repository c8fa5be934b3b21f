import { expect, test } from 'vitest';
import { requestOf, type FilledForm } from '../assets/request.js';

const listPets: FilledForm = { method: 'GET', path: '/pets', mediaType: '', parameters: [], body: undefined };

function request(form: Partial<FilledForm>, key = '') {
  return requestOf({ ...listPets, ...form }, 'http://127.0.0.1:8080/petstore/v1', key);
}

test('leaves out empty query parameters, an empty key and a missing body', () => {
  const parameters = [
    { name: 'limit', place: 'query', value: '' },
    { name: 'status', place: 'query', value: 'sold' },
  ];
  expect(request({ parameters })).toEqual({
    method: 'GET',
    url: 'http://127.0.0.1:8080/petstore/v1/pets?status=sold',
    headers: {},
    body: undefined,
  });
});

test('encodes what is typed, and does not judge it', () => {
  const petId = { name: 'petId', place: 'path', value: 'a/b?c#d $& é' };
  expect(request({ path: '/pets/{petId}', parameters: [petId] }, 'key')).toMatchObject({
    url: 'http://127.0.0.1:8080/petstore/v1/pets/a%2Fb%3Fc%23d%20%24%26%20%C3%A9',
    headers: { Authorization: 'Bearer key' },
  });
  expect(request({ parameters: [{ name: 'limit', place: 'query', value: '-1&x' }] }).url).toContain('?limit=-1%26x');
});

test('sends the body as it was typed', () => {
  expect(request({ method: 'POST', mediaType: 'application/json', body: ' {"name" ' }, 'key')).toMatchObject({
    method: 'POST',
    headers: { Authorization: 'Bearer key', 'Content-Type': 'application/json' },
    body: ' {"name" ',
  });
});
