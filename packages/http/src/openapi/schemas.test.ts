import { stringifyJson } from '@petstore/core';
import { arbitraryNewPet, awkwardNewPets, createInvalidVariants } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeDocument, readDocument, readOperation, getValidator } from '../../test/read-document.ts';
import { errorStatuses } from '../http-error.ts';

/** A description: a sentence that has a word. */
const described = (word: string) => expect.stringMatching(new RegExp(`^[A-Z].*${word}.*\\.$`)) as string;

const int64 = { type: 'integer', format: 'int64' };
const name = { type: 'string', example: 'Rex', description: described('name') };
const categoryId = { ...int64, example: 1, description: described('category') };
const id = { ...int64, example: 1, description: described('assigned') };
const versions = ['3.0', '3.1'] as const;
const status = { $ref: '#/components/schemas/PetStatus' };

describe('the schema', () => {
  test.each<readonly [name: string, required: readonly string[], properties: Readonly<Record<string, object>>]>([
    ['NewPet', ['name', 'categoryId'], { name, categoryId, status }],
    ['Pet', ['id', 'name', 'categoryId'], { id, name, categoryId, status }],
    [
      'Error',
      ['code', 'message', 'status'],
      {
        code: { type: 'string', example: 'invalid_request', description: described('code') },
        message: {
          type: 'string',
          example: 'The pet is not valid: name is required.',
          description: described('wrong'),
        },
        status: { type: 'integer', minimum: 400, maximum: 599, example: 400, description: described('status') },
      },
    ],
  ])('%s has the fields of the interface, each with a description', (name, required, properties) => {
    const schema = readDocument().components.schemas[name];
    expect(schema).toMatchObject({ type: 'object', required });
    expect(schema?.properties).toEqual(properties);
  });

  test('PetStatus has the values of the interface', () => {
    expect(readDocument().components.schemas.PetStatus).toMatchObject({
      type: 'string',
      enum: ['available', 'pending', 'sold'],
      example: 'available',
      description: described('availability'),
    });
  });

  test('Pets has at most 100 items, as a list', () => {
    expect(readDocument().components.schemas.Pets).toMatchObject({
      type: 'array',
      maxItems: 100,
      items: { $ref: '#/components/schemas/Pet' },
    });
  });

  test('Error lists every code with its status', () => {
    const { description } = readDocument().components.schemas.Error?.properties?.code ?? {};
    for (const [code, status] of Object.entries(errorStatuses)) expect(description).toContain(`${code} (${status})`);
  });

  test('of each parameter has the bounds and the default of the interface', () => {
    const { parameters = [] } = readOperation('get', '/pets');
    expect(parameters.map(({ name, schema, description }) => [name, schema, description])).toEqual([
      ['limit', { type: 'integer', minimum: 1, maximum: 100, default: 20, example: 20 }, described('most')],
      ['status', status, described('this status')],
    ]);
  });

  test('of petId equals that of the id, so that generators derive one type for both', () => {
    const [petId] = readOperation('get', '/pets/{petId}').parameters ?? [];
    const { description, ...id } = readDocument().components.schemas.Pet?.properties?.id ?? {};
    expect(petId?.schema).toEqual(id);
  });
});

test('only OpenAPI 3.1 refuses an id of a new pet; otherwise the schemas of both are equal', () => {
  const { NewPet, ...others } = readDocument('3.1').components.schemas;
  const { NewPet: newPetOf30, ...othersOf30 } = readDocument('3.0').components.schemas;
  expect(NewPet).toEqual({ ...newPetOf30, propertyNames: { not: { const: 'id' } } });
  expect(newPetOf30).not.toHaveProperty('not');
  expect(others).toEqual(othersOf30);
});

test('no schema has an $id or a $schema', () => {
  expect(Object.keys(readDocument().components.schemas)).toEqual(['PetStatus', 'NewPet', 'Pet', 'Pets', 'Error']);
  expect(writeDocument()).not.toMatch(/"\$(?:id|schema)":/);
});

describe('the schema of a new pet and the store agree:', () => {
  test.each(versions)('what the store accepts is valid in OpenAPI %s', (version) => {
    const isValid = getValidator('#/components/schemas/NewPet', version);
    fc.assert(
      fc.property(arbitraryNewPet(), (newPet) => isValid(JSON.parse(stringifyJson(newPet)))),
      { examples: awkwardNewPets.map((newPet) => [newPet]) },
    );
  });

  test.each(versions)('what the store refuses is not valid in OpenAPI %s', (version) => {
    const isValid = getValidator('#/components/schemas/NewPet', version);
    const [rex] = awkwardNewPets;
    for (const body of createInvalidVariants(rex ?? { name: '', categoryId: 1 }).map(stringifyJson)) {
      if (body.includes('\\ud800')) continue; // JSON Schema cannot require well-formed Unicode
      if (version === '3.0' && body.includes('"id":')) continue; // only 3.1 can refuse it
      if (/\b922337203685477/.test(body)) continue; // this validator rounds a bound and its neighbour to the same number
      expect({ body, valid: isValid(JSON.parse(body)) }).toEqual({ body, valid: false });
    }
  });
});
