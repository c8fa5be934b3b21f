import { type Pet, validPets } from '@petstore/core';
import type { Failures } from './failure.ts';

/** The document that lowdb holds: one object with the pets. Its other keys are kept. */
export interface PetDocument {
  pets: Pet[];
}

/** What a sentence says of a text that is not a document of pets. */
export const notPets = 'is not a JSON object with an array "pets", such as {"pets":[]}';

/**
 * Checks what an adapter read.
 *
 * @returns the pets, frozen and by ascending id
 * @throws Failure if this is not a document of pets
 */
export function petsOf(document: unknown, { failure }: Failures): Pet[] {
  const { pets: values } = (document ?? {}) as { readonly pets?: unknown };
  if (!Array.isArray(values)) throw failure(notPets);
  const pets = validPets(values);
  if (pets.isErr()) throw failure(`does not hold valid pets: pets${pets.error}`);
  return pets.value;
}
