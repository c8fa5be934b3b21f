import { createFrozenPet, strictPetSchema } from '@petstore/core';
import * as z from 'zod';
import { integer, mustBe, strictObject } from '../schema-messages.ts';
import { scriptSchema } from '../script/script-step.ts';
import type { TestStoreOptions } from '../test-store-options.ts';

export const petsSchema = z
  .array(strictPetSchema, { error: 'must be a list of pets' })
  .transform((pets) => pets.map((pet) => createFrozenPet(pet.id, pet)));

const text = z.string({ error: mustBe('a string') });
const count = (min: number) => z.optional(integer(min, Number.MAX_SAFE_INTEGER));

/** The schema of the options of a session: those of a test server, as JSON. */
export const sessionOptionsSchema = strictObject({
  pets: petsSchema.optional(),
  apiKeys: z
    .array(text, { error: 'must be a list of API keys' })
    .max(10, { error: 'must hold at most 10 API keys' }) // the journal looks for each of them in every request
    .optional(),
  script: scriptSchema.optional(),
  maxRequests: count(0),
  maxBodyBytes: count(1),
  cors: z.boolean({ error: mustBe('true or false') }).optional(),
  publicUrl: text.optional(),
  basePath: z
    .string({ error: mustBe('the path before /v1, such as /api/petstore') })
    .regex(/^(?:\/|$)/)
    .optional(),
} satisfies Record<Exclude<keyof TestStoreOptions, 'pages' | 'onRequest' | 'deprecatedSince'>, z.ZodType>) // JSON has no functions and no dates
  .default({});
