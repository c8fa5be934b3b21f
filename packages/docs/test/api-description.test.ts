import { openApiDocument } from '@petstore/http';
import { expect, test } from 'vitest';
import { readApiDescription } from '../assets/api-description.js';

const { version, operations, shapes } = readApiDescription(JSON.stringify(openApiDocument()));
const operation = (id: string) => operations.find((candidate) => candidate.id === id);

test('finds the three operations', () => {
  expect(version).toBe('1.0.0');
  expect(operations.map(({ id, method, path }) => [id, method, path])).toEqual([
    ['listPets', 'GET', '/pets'],
    ['createPet', 'POST', '/pets'],
    ['getPet', 'GET', '/pets/{petId}'],
  ]);
  expect(operations.filter(({ deprecated }) => deprecated)).toMatchObject([{ id: 'getPet', sunset: '2030-12-05' }]);
});

test('gives the parameters with their bounds and defaults', () => {
  expect(operation('listPets')?.parameters).toMatchObject([
    { name: 'limit', place: 'query', required: false, type: 'integer', bounds: '1 to 100', preset: '20' },
    { name: 'status', place: 'query', required: false, choices: ['available', 'pending', 'sold'], preset: undefined },
  ]);
  expect(operation('getPet')?.parameters).toMatchObject([
    { name: 'petId', place: 'path', required: true, type: 'integer, int64' },
  ]);
});

test('gives the bounds of an int64 to the last digit', () => {
  expect(operation('createPet')?.body?.shape?.fields.find(({ name }) => name === 'categoryId')?.bounds).toBe(
    '\u22129223372036854775808 to 9223372036854775807',
  );
});

test('gives every response, with the shape and the example of its body', () => {
  const answers = operation('listPets')?.answers ?? [];
  expect(answers.map(({ status }) => status)).toEqual(['200', '400', '401', '408', '417', '431', '500', '501', '503']);
  expect(answers[0]).toMatchObject({ isList: true, shape: { name: 'Pet' } });
  expect(answers[0]?.example).toContain('"categoryId":9007199254740991');
  expect(answers[1]).toMatchObject({ isList: false, shape: { name: 'Error' } });
  expect(operation('getPet')?.answers[0]?.headers.map(({ name }) => name)).toEqual(['Sunset', 'Link', 'Deprecation']);
  expect(shapes.map(({ name }) => name)).toEqual(['Pet', 'Error']);
});
