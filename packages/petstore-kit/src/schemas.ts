import {
  listPetsQuerySchema as listPetsQuery,
  newPetSchema as newPet,
  petSchema as pet,
  type ListPetsQuery,
  type NewPet,
  type Pet,
} from '@petstore/core';

/**
 * A schema of Standard Schema, version 1: https://standardschema.dev. Its types are copied here, as that page allows, so that
 * nothing has to be installed for them. It is no interface: compilers write its content into the declarations of a user.
 */
type StandardSchema<Input, Output = Input> = Readonly<
  Record<
    '~standard',
    {
      readonly version: 1;
      readonly vendor: string;
      /** Checks a value, and returns the output, or what is wrong. */
      readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
      readonly types?: Readonly<Record<'input', Input> & Record<'output', Output>> | undefined;
    }
  >
>;

type StandardResult<Output> =
  (Readonly<Record<'value', Output>> & { readonly issues?: undefined }) | Readonly<Record<'issues', readonly Issue[]>>;

type Issue = Readonly<Record<'message', string>> & {
  readonly path?: readonly (PropertyKey | Readonly<Record<'key', PropertyKey>>)[] | undefined;
};

/** The schema of a `NewPet`. It drops unknown fields. It refuses an `id`, because the store assigns it. */
export const newPetSchema = newPet as StandardSchema<NewPet>;

/** The schema of a `Pet`. It drops unknown fields. */
export const petSchema = pet as StandardSchema<Pet>;

/** The schema of a `ListPetsQuery`. It fills in the default limit, and refuses an unknown field. */
export const listPetsQuerySchema = listPetsQuery as StandardSchema<
  ListPetsQuery,
  ListPetsQuery & { readonly limit: number }
>;
