import type { Pet } from '@petstore/core';
import { validPets } from '@petstore/core/internal';
import type { Failures } from './failure.ts';

/** The document that lowdb holds: one object with the pets. Its other keys are kept. */
export interface PetDocument {
  pets: Pet[];
}

/**
 * Checks what an adapter read.
 *
 * @returns the pets, frozen and by ascending id
 * @throws Failure if this is not a document of pets
 */
export function petsOf(document: unknown, { failure }: Failures): Pet[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw failure('is not a JSON object such as {"pets":[]}');
  }
  if (!('pets' in document) || !Array.isArray(document.pets)) throw failure('has no array "pets"');
  const pets = validPets(document.pets);
  if (pets.isErr()) throw failure(`does not hold valid pets: pets${pets.error}`);
  return pets.value;
}
