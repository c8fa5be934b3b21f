import { err, ok, type Result } from 'neverthrow';
import type * as z from 'zod';
import { issueToTell } from './parse-options.ts';
import { petSchema, petWithId, type Pet } from './pet.ts';

/**
 * Validates pets from outside.
 *
 * @param schema `strictPetSchema` to refuse unknown fields, which are dropped by default
 * @returns the pets, each frozen and without other fields, by ascending id; if one is not valid, what is wrong, to follow
 *   the name of the array: `[1].id is required`
 */
export function validPets(
  values: readonly unknown[],
  schema: z.ZodType<z.output<typeof petSchema>> = petSchema,
): Result<Pet[], string> {
  const pets: Pet[] = [];
  for (const [place, value] of values.entries()) {
    const { data: pet, error } = schema.safeParse(value);
    if (error !== undefined) {
      const { path, message } = issueToTell(error);
      return err(`${[`[${place}]`, ...path].join('.')} ${message}`);
    }
    pets.push(petWithId(pet.id, pet));
  }
  pets.sort((a, b) => a.id - b.id);
  const duplicate = pets.find(({ id }, place) => id === pets[place + 1]?.id);
  return duplicate === undefined ? ok(pets) : err(`: two pets have the id ${duplicate.id}`);
}
