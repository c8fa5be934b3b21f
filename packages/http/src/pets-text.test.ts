import { petWithId, stringifyJson, type Pet } from '@petstore/core';
import { arbitraryNewPet } from '@petstore/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { petsText } from './pets-text.ts';

test('a list is written as any JSON is, the first time and again', () => {
  fc.assert(
    fc.property(fc.array(arbitraryNewPet()), fc.boolean(), (newPets, frozen) => {
      const pets = newPets.map((newPet, i) => petWithId(i + 1, newPet));
      if (frozen) Object.freeze(pets);
      for (let time = 0; time < 2; time++) expect(petsText(pets)).toBe(stringifyJson(pets));
    }),
  );
});

test('a list that can change is written anew', () => {
  const pet = petWithId(1, { name: 'Rex', categoryId: 1 });
  const growing: Pet[] = [];
  petsText(growing);
  growing.push(pet);
  expect(petsText(growing)).toBe('[{"id":1,"name":"Rex","categoryId":1}]');

  const changing = { ...pet };
  const list = Object.freeze([changing]);
  petsText(list);
  (changing as { name: string }).name = 'Max';
  expect(petsText(list)).toBe('[{"id":1,"name":"Max","categoryId":1}]');
});
