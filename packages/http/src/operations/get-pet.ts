import { parseInt64, petSchema, type Int64 } from '@petstore/core';
import * as z from 'zod/mini';
import { stringifyPet } from './pet-json.ts';
import type { Operation, OperationInput, OperationResult } from './operation.ts';

/** `GET /pets/{petId}` (docs/interface.md, part 4.3). */
export const getPet = {
  name: 'getPet',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Get an animal',
  description:
    'Returns one animal by its id. Deprecated: it is removed on 5 December 2030. Use the list of animals with its `status` filter instead.',
  deprecation: { sunset: '2030-12-05', successor: '../pets' },
  parameters: {
    in: 'path',
    // The schema of the id itself, so that generators derive one type for both.
    schema: z.object({
      petId: petSchema.shape.id.check(z.meta({ description: 'Identifier of the animal to retrieve.', example: 1 })),
    }),
    examples: { rex: { petId: 1 }, unknownId: { petId: 1_000_000 } },
  },
  success: {
    status: 200,
    description: 'The requested animal.',
    schema: 'Pet',
    examples: { rex: { id: 1, name: 'Rex', categoryId: 1, status: 'available' } },
  },
  errors: { not_found: { unknownId: 'No pet has the id 1000000.' } },
  // For a malformed id `parseInt64` returns `undefined`, and the store finds no pet.
  handle: ({ store, parameters }: OperationInput): PromiseLike<OperationResult> =>
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- served until the interface removes it
    store.getPet(parseInt64(parameters.petId ?? '') as Int64).then((found) => found.map(stringifyPet)),
} as const satisfies Operation;
