import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { newPetSchema, petSchema, createFrozenPet } from './pet.ts';
import { isPetStatus, petStatuses } from './pet-status.ts';
import { arbitraryNewPet } from './contract/arbitraries.ts';

const rex = { name: 'Rex', categoryId: 1 };

/** The fields that a schema refuses, one for each issue; `it` is the whole value. */
function refusedFields(schema: z.ZodMiniType, value: unknown): readonly string[] {
  return (schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.') || 'it');
}

test('isPetStatus holds for the statuses of the interface alone', () => {
  expect(petStatuses.every(isPetStatus)).toBe(true);
  expect([undefined, null, '', 'lost', 'Sold', ['sold'], 0].some(isPetStatus)).toBe(false);
});

describe('newPetSchema', () => {
  test('accepts every new pet and returns it unchanged', () => {
    fc.assert(
      fc.property(arbitraryNewPet(), (newPet) => {
        expect(newPetSchema.parse(newPet)).toStrictEqual({ ...newPet });
      }),
    );
  });

  test('drops unknown fields', () => {
    const body = JSON.parse('{"name":"Rex","categoryId":1,"owner":"me","__proto__":{"status":"sold"}}') as unknown;
    expect(newPetSchema.parse(body)).toStrictEqual(rex);
  });
});

describe('petSchema', () => {
  test('accepts every pet and drops unknown fields', () => {
    fc.assert(
      fc.property(arbitraryNewPet(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (newPet, id) => {
        expect(petSchema.parse({ id, ...newPet, more: 1 })).toStrictEqual({ id, ...newPet });
      }),
    );
  });

  test.each([0, -1, 1.5, NaN, Infinity, 2 ** 53, 1e300, -1e300, 1n, '1', null])(
    'refuses the id %s with one issue',
    (id) => {
      expect(refusedFields(petSchema, { id, ...rex })).toEqual(['id']);
    },
  );

  test('refuses what is not a pet', () => {
    expect(refusedFields(petSchema, {})).toEqual(['id', 'name', 'categoryId']);
    for (const value of [null, undefined, 1]) expect(refusedFields(petSchema, value)).toEqual(['it']);
  });
});

describe('createFrozenPet', () => {
  test('makes a frozen copy', () => {
    const newPet = { ...rex, status: 'sold' as const };
    const pet = createFrozenPet(7, newPet);
    newPet.name = 'changed';
    expect(pet).toStrictEqual({ id: 7, name: 'Rex', categoryId: 1, status: 'sold' });
    expect(pet).toSatisfy(Object.isFrozen);
  });

  test('leaves out a status that is absent or undefined', () => {
    expect(createFrozenPet(7, rex)).toStrictEqual({ id: 7, ...rex });
    expect(createFrozenPet(7, { ...rex, status: undefined })).toStrictEqual({ id: 7, ...rex });
  });

  test('copies only the fields of a pet', () => {
    expect(createFrozenPet(7, { ...rex, id: 8, owner: 'me' } as never)).toStrictEqual({ id: 7, ...rex });
  });
});
