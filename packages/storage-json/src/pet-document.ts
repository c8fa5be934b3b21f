import { err, type Pet, type Result } from '@petstore/core';
import { validPets } from '@petstore/core/internal';

/** The document that lowdb holds: one object with the pets. Its other keys are kept. */
export interface PetDocument {
  pets: Pet[];
}

export const notAnObject = 'is not a JSON object such as {"pets":[]}';

/**
 * Checks what an adapter read.
 *
 * @returns the pets, frozen and by ascending id; a sentence without its subject if this is not a document of pets
 */
export function petsOf(document: unknown): Result<Pet[], string> {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return err(notAnObject);
  if (!('pets' in document) || !Array.isArray(document.pets)) return err('has no array "pets"');
  return validPets(document.pets).mapErr((what) => `does not hold valid pets: pets${what}`);
}
