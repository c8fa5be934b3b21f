import { err, ok, type Result } from 'neverthrow';
import type * as z from 'zod/mini';
import { describePath, selectIssue } from './parse-options.ts';
import { petSchema, createFrozenPet, type Pet } from './pet.ts';

/**
 * Validates pets from outside, such as those of a file.
 *
 * @param schema `petSchema` drops unknown fields; `strictPetSchema` refuses them
 * @returns the pets by ascending id, each frozen. An Err if a pet is not valid or two pets have one id. Its text follows the
 *   array's name: `pets` + `[1].id is required`
 */
export function parsePets(
  values: readonly unknown[],
  schema: z.ZodMiniType<z.output<typeof petSchema>> = petSchema,
): Result<Pet[], string> {
  const pets: Pet[] = [];
  for (const [index, value] of values.entries()) {
    const { data: pet, error } = schema.safeParse(value);
    if (error !== undefined) {
      const { path, message } = selectIssue(error);
      return err(`${describePath([index, ...path])} ${message}`);
    }
    pets.push(createFrozenPet(pet.id, pet));
  }
  pets.sort((a, b) => a.id - b.id);
  const duplicate = pets.find(({ id }, index) => id === pets[index + 1]?.id);
  return duplicate === undefined ? ok(pets) : err(`: two pets have the id ${duplicate.id}`);
}
