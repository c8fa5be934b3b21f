import { type Pet, createFrozenPet, stringifyJson } from '@petstore/core';
import { arbitraryNewPet, awkwardNewPets } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyPet, stringifyPets } from './pet-json.ts';

test('a pet is written as stringifyJson writes it', () => {
  fc.assert(
    fc.property(arbitraryNewPet(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (newPet, id) => {
      const pet = createFrozenPet(id, newPet);
      expect(stringifyPet(pet)).toBe(stringifyJson(pet));
    }),
    { examples: awkwardNewPets.map((newPet) => [newPet, 1]) },
  );
});

test('a list is written as stringifyJson writes it, the first time and again', () => {
  fc.assert(
    fc.property(fc.array(arbitraryNewPet()), fc.boolean(), (newPets, frozen) => {
      const pets = newPets.map((newPet, i) => createFrozenPet(i + 1, newPet));
      if (frozen) Object.freeze(pets);
      for (let time = 0; time < 2; time++) expect(stringifyPets(pets)).toBe(stringifyJson(pets));
    }),
  );
});

test('a list that has changed is written as it is now', () => {
  const pet = createFrozenPet(1, { name: 'Rex', categoryId: 1 });
  const growing: Pet[] = [];
  stringifyPets(growing);
  growing.push(pet);
  expect(stringifyPets(growing)).toBe('[{"id":1,"name":"Rex","categoryId":1}]');

  const changing = { ...pet };
  const list = Object.freeze([pet, changing]);
  stringifyPets(list);
  (changing as { name: string }).name = 'Max';
  expect(stringifyPets(list)).toBe('[{"id":1,"name":"Rex","categoryId":1},{"id":1,"name":"Max","categoryId":1}]');
});
