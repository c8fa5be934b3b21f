import { invalidPets, misspeltPets } from '@petstore/test-support/invalid-pets';
import { expect, test } from 'vitest';
import { createFrozenPet, parsePets, strictPetSchema, type Pet } from './pet.ts';

const rex = { name: 'Rex', categoryId: 1 };
const makePet = (id: number): Pet => createFrozenPet(id, rex);

test('parsePets returns pets by ascending id, frozen and without other fields', () => {
  const pets = parsePets([makePet(3), { ...makePet(1), tag: 'x' }, { id: 2, ...rex, status: 'sold' }]).unwrapOr([]);
  expect(pets).toStrictEqual([makePet(1), createFrozenPet(2, { ...rex, status: 'sold' }), makePet(3)]);
  for (const pet of pets) expect(pet).toSatisfy(Object.isFrozen);
  expect(parsePets([]).unwrapOr(undefined)).toEqual([]);
});

test.each([{ what: 'a hole', pets: Array(1), problem: '[0] must be an object' }, ...invalidPets])(
  'parsePets refuses $what, and says where it is',
  ({ pets, problem }) => {
    expect(parsePets(pets)._unsafeUnwrapErr()).toContain(problem);
  },
);

test.each(misspeltPets)('with the strict schema, parsePets refuses $what', ({ pets, problem }) => {
  expect(parsePets(pets, strictPetSchema)._unsafeUnwrapErr()).toContain(problem);
});
