import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { INT64_MAX, INT64_MIN } from './int64.ts';
import { int64Schema, newPetSchema, petSchema, petStatuses, petStatusSchema, petWithId } from './pet.ts';
import { arbitraryNewPet, invalidVariantsOf } from './testing/arbitraries.ts';

const rex = { name: 'Rex', categoryId: 1 };

/** The complaints of a schema, each with the field that it is about. */
function complaints(schema: z.ZodType, value: unknown): readonly string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => [...path.map(String), message].join(' '));
}

const notAnInt64 = 'must be an integer from -2^63 to 2^63-1 (a bigint where it is beyond the safe integers)';

describe('newPetSchema', () => {
  test('takes every new pet as it is', () => {
    fc.assert(
      fc.property(arbitraryNewPet(), (newPet) => {
        expect(newPetSchema.parse(newPet)).toStrictEqual({ ...newPet });
      }),
    );
  });

  test('refuses every spoilt one', () => {
    fc.assert(
      fc.property(arbitraryNewPet(), (newPet) => {
        for (const body of invalidVariantsOf(newPet)) expect(newPetSchema.safeParse(body).success).toBe(false);
      }),
    );
  });

  test.each([
    [{}, ['name is required', 'categoryId is required']],
    [{ name: 'Rex' }, ['categoryId is required']],
    [{ categoryId: 1 }, ['name is required']],
    [{ ...rex, name: null }, ['name must be a string']],
    [{ ...rex, name: 'a\udc00' }, ['name must be well-formed Unicode: it holds a lone surrogate']],
    [{ ...rex, categoryId: '1' }, [`categoryId ${notAnInt64}`]],
    [{ ...rex, categoryId: 1.5 }, [`categoryId ${notAnInt64}`]],
    [{ ...rex, categoryId: 2 ** 53 }, [`categoryId ${notAnInt64}`]],
    [{ ...rex, categoryId: INT64_MAX + 1n }, [`categoryId ${notAnInt64}`]],
    [{ ...rex, status: 'lost' }, ['status must be one of available, pending, sold']],
    [{ ...rex, status: null }, ['status must be one of available, pending, sold']],
    [{ ...rex, id: 1 }, ['id must be left out: the store assigns it']],
    [{ ...rex, id: null }, ['id must be left out: the store assigns it']],
    [null, ['must be an object with a name and a categoryId']],
    [undefined, ['must be an object with a name and a categoryId']],
    [[rex], ['must be an object with a name and a categoryId']],
    ['Rex', ['must be an object with a name and a categoryId']],
  ])('says of %o what to do', (body, expected) => {
    expect(complaints(newPetSchema, body)).toEqual(expected);
  });

  test('drops what it does not know', () => {
    const body = JSON.parse('{"name":"Rex","categoryId":1,"owner":"me","__proto__":{"status":"sold"}}') as unknown;
    expect(newPetSchema.parse(body)).toStrictEqual(rex);
  });
});

describe('petSchema', () => {
  test('takes every pet as it is', () => {
    fc.assert(
      fc.property(arbitraryNewPet(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (newPet, id) => {
        expect(petSchema.parse({ id, ...newPet, more: 1 })).toStrictEqual({ id, ...newPet });
      }),
    );
  });

  test.each([0, -1, 1.5, NaN, Infinity, 2 ** 53, 1e300, -1e300, 1n, '1', null])(
    'refuses the id %s with one complaint',
    (id) => {
      expect(complaints(petSchema, { id, ...rex })).toEqual(['id must be a positive safe integer']);
    },
  );

  test('says of what is no pet what to do', () => {
    expect(complaints(petSchema, {})).toEqual(['id is required', 'name is required', 'categoryId is required']);
    for (const value of [null, undefined, 1]) {
      expect(complaints(petSchema, value)).toEqual(['must be an object with an id, a name and a categoryId']);
    }
  });
});

describe('int64Schema', () => {
  test.each([
    [5n, 5],
    [-0, 0],
    [INT64_MIN, INT64_MIN],
    [INT64_MAX, INT64_MAX],
  ])('gives %s its one form', (value, integer) => {
    expect(int64Schema.parse(value)).toBe(integer);
  });
});

describe('petStatusSchema', () => {
  test('takes the three statuses of the interface and no other', () => {
    expect(petStatuses).toEqual(['available', 'pending', 'sold']);
    for (const status of petStatuses) expect(petStatusSchema.parse(status)).toBe(status);
    for (const other of ['Available', ' sold', '', 'toString', 0, null]) {
      expect(petStatusSchema.safeParse(other).success).toBe(false);
    }
  });
});

test('the schemas tell documents what each field is', () => {
  const described = (text: RegExp): unknown => expect.stringMatching(text);
  const status = { type: 'string', enum: petStatuses, description: described(/availability/i) };
  const fields = {
    name: { type: 'string', description: described(/name/) },
    categoryId: { type: 'integer', format: 'int64', description: described(/category/) },
    status,
  };
  const id = {
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: described(/assigned/),
  };
  expect(z.toJSONSchema(petSchema, { io: 'input' }).properties).toEqual({ id, ...fields });
  expect(z.toJSONSchema(newPetSchema, { io: 'input' }).properties).toEqual({ ...fields, id: { not: {} } });
  expect(z.toJSONSchema(petStatusSchema)).toMatchObject(status);
});

describe('petWithId', () => {
  test('makes a frozen copy', () => {
    const newPet = { ...rex, status: 'sold' as const };
    const pet = petWithId(7, newPet);
    newPet.name = 'changed';
    expect(pet).toStrictEqual({ id: 7, name: 'Rex', categoryId: 1, status: 'sold' });
    expect(pet).toSatisfy(Object.isFrozen);
  });

  test('leaves a status out that is absent or undefined', () => {
    expect(petWithId(7, rex)).toStrictEqual({ id: 7, ...rex });
    expect(petWithId(7, { ...rex, status: undefined })).toStrictEqual({ id: 7, ...rex });
  });

  test('takes nothing along but the fields of a pet', () => {
    expect(petWithId(7, { ...rex, id: 8, owner: 'me' } as never)).toStrictEqual({ id: 7, ...rex });
  });
});
