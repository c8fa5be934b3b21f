import { expect, test } from 'vitest';
import { createFrozenPet, type Pet } from './pet.ts';
import { parsePets } from './parse-pets.ts';

const rex = { name: 'Rex', categoryId: 1 };
const makePet = (id: number): Pet => createFrozenPet(id, rex);

test('returns pets by ascending id, frozen and without other fields', () => {
  const pets = parsePets([makePet(3), { ...makePet(1), tag: 'x' }, { id: 2, ...rex, status: 'sold' }])._unsafeUnwrap();
  expect(pets).toStrictEqual([makePet(1), createFrozenPet(2, { ...rex, status: 'sold' }), makePet(3)]);
  for (const pet of pets) expect(pet).toSatisfy(Object.isFrozen);
  expect(parsePets([])._unsafeUnwrap()).toEqual([]);
});

test.each<[what: string, pets: unknown[], where: string]>([
  ['null', [null], '[0] '],
  ['a hole', Array(1), '[0] '],
  ['a pet without an id', [makePet(1), rex], '[1].id '],
  ['an id of 0', [{ ...rex, id: 0 }], '[0].id must be an integer from 1 to 9007199254740991'],
  ['an unknown status', [{ ...makePet(1), status: 'lost' }], '[0].status '],
  ['two pets with one id', [makePet(3), makePet(1), makePet(3)], ': two pets have the id 3'],
])('refuses %s, and says where', (_what, pets, where) => {
  expect(parsePets(pets)._unsafeUnwrapErr().startsWith(where)).toBe(true);
});
