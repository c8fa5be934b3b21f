import { err, ok, type Result } from 'neverthrow';
import * as z from 'zod/mini';
import { createInt64Schema, integer, mustBe, oneOf, strictObject, type DescribeIssue } from './field-schemas.ts';
import { toInt64, type Int64 } from './int64.ts';
import { describePath, selectIssue } from './parse-options.ts';
import { petStatuses, type PetStatus } from './pet-status.ts';

/** What a client passes to add a pet (docs/interface.md, part 2). */
export interface NewPet {
  /** The store assigns the id, so a `Pet` is not a new pet. */
  readonly id?: undefined;
  /** The pet's name: any well-formed Unicode string, the empty one included. */
  readonly name: string;
  /** The category that the pet belongs to. */
  readonly categoryId: Int64;
  /** The pet's availability. A pet without one matches no status filter. */
  readonly status?: PetStatus | undefined;
}

/** A pet as the store keeps it: frozen, and never changed after its creation (docs/interface.md, part 2). */
export interface Pet {
  /** The identifier that the store assigned: a positive safe integer, unique and never reused. */
  readonly id: number;
  /** The pet's name: any well-formed Unicode string, the empty one included. */
  readonly name: string;
  /** The category that the pet belongs to. */
  readonly categoryId: Int64;
  /** The pet's availability; absent if the pet was added without one. */
  readonly status?: PetStatus;
}

const nameSchema = z
  .string({ error: mustBe('a string') })
  .check(z.refine((name) => name.isWellFormed(), { error: 'must be well-formed Unicode, without lone surrogates' }));

/**
 * Says what an `Int64` must be. An integer beyond the safe ones can come only from a caller in process, as a `number` that may have
 * lost its last digits: the message asks for a `bigint`.
 */
const describeInvalidInt64: DescribeIssue = ({ input }) => {
  const isUnsafe = typeof input === 'number' && Number.isInteger(input) && toInt64(BigInt(input)) !== undefined;
  let type = ', as a number';
  if (typeof input === 'bigint') type = '';
  if (isUnsafe) type = ', as a bigint beyond the safe integers';
  return mustBe(`an integer from -2^63 to 2^63-1${type}`)({ input });
};

export const petStatusSchema = oneOf(petStatuses).register(z.globalRegistry, {
  description: 'The availability of an animal.',
  example: 'available',
});

/** The fields that a client sends. All else is made from this table. */
const newPetFields = {
  name: nameSchema.register(z.globalRegistry, {
    description: "The animal's name: any well-formed Unicode string, the empty one included.",
    example: 'Rex',
  }),
  categoryId: createInt64Schema(describeInvalidInt64, {
    description: 'The identifier of the category that the animal belongs to, exact to the last digit.',
    example: 1,
  }),
  status: z.optional(petStatusSchema).register(z.globalRegistry, {
    description: 'The availability; an animal without one matches no status filter.',
  }),
} satisfies Readonly<Record<NewPetField, z.ZodMiniType>>;

type NewPetField = Exclude<keyof NewPet, 'id'>;

export const newPetFieldNames = Object.keys(newPetFields) as readonly NewPetField[];

export const newPetSchema = z.object(
  {
    ...newPetFields,
    id: z.optional(z.never({ error: 'must be left out: the store assigns it' })),
  },
  { error: 'must be an object with a name and a categoryId' },
);

const allFields = {
  id: integer(1, Number.MAX_SAFE_INTEGER).register(z.globalRegistry, {
    format: 'int64',
    description: 'The identifier that the service assigned, from 1 to 2^53 - 1. Ids ascend in order of creation.',
    example: 1,
  }),
  ...newPetFields,
};

const petMessage = 'must be an object with an id, a name and a categoryId';

/** The schema of a `Pet`. It drops unknown fields. */
export const petSchema = z.object(allFields, { error: petMessage });

/** The schema of a `Pet` that a person wrote. It refuses an unknown field, which is probably a misspelt one. */
export const strictPetSchema = strictObject(allFields, petMessage);

/**
 * Makes a frozen pet from an id and the fields of a new pet. For people who write a storage.
 *
 * @example
 * ```ts
 * const pet = createFrozenPet(lastId + 1, newPet);
 * ```
 *
 * @param id a positive safe integer
 * @returns a copy without other fields, and without `status` if the new pet has none
 */
export function createFrozenPet(id: number, { name, categoryId, status }: Omit<NewPet, 'id'>): Pet {
  if (status === undefined) return Object.freeze({ id, name, categoryId });
  return Object.freeze({ id, name, categoryId, status } satisfies EachField<Pet>);
}

/**
 * A literal of this type must name every field, so the compiler asks for a new one. (A loop would take twice the time, and its pets
 * more memory.)
 */
export type EachField<Fields> = { readonly [Name in keyof Required<Fields>]: Fields[Name] };

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
