import { err, ok, petSchema, petWithId, type Pet, type Result } from '@petstore/core';

/**
 * Checks pets from outside. For those who write a storage.
 *
 * @returns the pets, each frozen and without other fields, by ascending id; what is wrong with them, for a sentence that
 *   begins with their name: `[1].id is required`
 */
export function validPets(values: readonly unknown[]): Result<Pet[], string> {
  const pets: Pet[] = [];
  for (const [place, value] of values.entries()) {
    const { data: pet, error } = petSchema.safeParse(value);
    if (error !== undefined) {
      const [issue] = error.issues;
      const field = issue?.path[0] === undefined ? '' : `.${String(issue.path[0])}`;
      return err(`[${place}]${field} ${issue?.message ?? 'is not valid'}`);
    }
    pets.push(petWithId(pet.id, pet));
  }
  pets.sort((a, b) => a.id - b.id);
  const duplicate = pets.find(({ id }, place) => id === pets[place + 1]?.id);
  return duplicate === undefined ? ok(pets) : err(`: two pets have the id ${duplicate.id}`);
}
