import { petWithId, stringifyJson } from '@petstore/core';
import { arbitraryNewPet, awkwardNewPets } from '@petstore/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyPet } from './pet-json.ts';

test('a pet is written as stringifyJson writes it', () => {
  fc.assert(
    fc.property(arbitraryNewPet(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (newPet, id) => {
      const pet = petWithId(id, newPet);
      expect(stringifyPet(pet)).toBe(stringifyJson(pet));
    }),
    { examples: awkwardNewPets.map((newPet) => [newPet, 1]) },
  );
});
