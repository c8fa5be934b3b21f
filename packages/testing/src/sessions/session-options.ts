import { createFrozenPet, strictPetSchema } from '@petstore/core';
import * as z from 'zod/mini';
import { integer, mustBe, strictObject } from '../schema-messages.ts';
import { scriptSchema } from '../script/script-step.ts';
import type { TestStoreOptions } from '../test-store-options.ts';

const petsSchema = z.pipe(
  z.array(strictPetSchema, { error: 'must be a list of pets' }),
  z.transform((pets) => pets.map((pet) => createFrozenPet(pet.id, pet))),
);

const text = z.string({ error: mustBe('a string') });
const count = (min: number) => z.optional(integer(min, Number.MAX_SAFE_INTEGER));

/** The schema of the options of a session: those of a test server, as JSON. */
export const sessionOptionsSchema = z._default(
  strictObject({
    pets: z.optional(petsSchema),
    apiKeys: z.optional(
      z
        .array(text, { error: 'must be a list of API keys' })
        .check(z.maxLength(10, { error: 'must hold at most 10 API keys' })), // the journal looks for each of them in every request
    ),
    script: z.optional(scriptSchema),
    maxRequests: count(0),
    maxBodyBytes: count(1),
    cors: z.optional(z.boolean({ error: mustBe('true or false') })),
    publicUrl: z.optional(text),
    basePath: z.optional(
      z.string({ error: mustBe('the path before /v1, such as /api/petstore') }).check(z.regex(/^(?:\/|$)/)),
    ),
  } satisfies Record<Exclude<keyof TestStoreOptions, 'pages' | 'onRequest' | 'deprecatedSince'>, z.ZodMiniType>), // JSON has no functions and no dates
  {},
);
