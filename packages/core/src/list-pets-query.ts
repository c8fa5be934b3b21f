import * as z from 'zod/mini';
import { strictObject } from './field-schemas.ts';
import { petStatusSchema } from './pet.ts';
import type { PetStatus } from './pet-status.ts';

/** Which pets to list (docs/interface.md, part 4.1). */
export interface ListPetsQuery {
  /** The maximum number of pets to return: an integer from 1 to 100; 20 by default. */
  readonly limit?: number | undefined;
  /** Only pets with this status; all pets by default. */
  readonly status?: PetStatus | undefined;
}

/** The bounds of `limit`, in pets (docs/interface.md, part 8). */
export const listLimit = { min: 1, max: 100, default: 20 } as const;

const limitError = `must be one integer from ${listLimit.min} to ${listLimit.max}`;

/** The parameters of a list: the one table of them. */
const parameters = {
  limit: z
    ._default(
      z.int({ error: limitError, abort: true }).check(z.minimum(listLimit.min), z.maximum(listLimit.max)),
      listLimit.default,
    )
    .register(z.globalRegistry, { description: 'The most animals to return.', example: 20 }),
  status: z
    .optional(petStatusSchema)
    .register(z.globalRegistry, { description: 'Only animals with this status are returned.' }),
} satisfies Readonly<Record<keyof ListPetsQuery, z.ZodMiniType>>;

/** The schema of a `ListPetsQuery`. It fills in the default limit, and refuses an unknown field. */
export const listPetsQuerySchema = strictObject(parameters, 'must be an object');
