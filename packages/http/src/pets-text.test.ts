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

test('a list that cannot change is written once, unless it is very long', () => {
  let written = 0;
  const petNamed = (name: string) => {
    const pet = Object.defineProperty({ id: 1, name, categoryId: 1 }, 'name', {
      enumerable: true,
      get() {
        written++;
        return name;
      },
    });
    return Object.freeze([Object.freeze(pet)]);
  };
  const timesWritten = (pets: readonly Pet[]) => {
    written = 0;
    const [first, second] = [petsText(pets), petsText(pets)];
    expect(second).toBe(first);
    return written;
  };

  const around = '[{"id":1,"name":"","categoryId":1}]'.length;
  expect(timesWritten(petNamed('Rex'))).toBe(1);
  expect(timesWritten(petNamed('x'.repeat(65_536 - around)))).toBe(1);
  expect(timesWritten(petNamed('x'.repeat(65_537 - around)))).toBe(2);
});

test('a list that can change is written anew', () => {
  const pet = petWithId(1, { name: 'Rex', categoryId: 1 });
  const growing: Pet[] = [];
  petsText(growing);
  growing.push(pet);
  expect(petsText(growing)).toBe('[{"id":1,"name":"Rex","categoryId":1}]');

  const changing = { ...pet };
  const list = Object.freeze([pet, changing]);
  petsText(list);
  (changing as { name: string }).name = 'Max';
  expect(petsText(list)).toBe('[{"id":1,"name":"Rex","categoryId":1},{"id":1,"name":"Max","categoryId":1}]');
});
