import { listPetsQuerySchema, parseInt64, type ListPetsQuery } from '@petstore/core';
import { stringifyPets } from './pet-json.ts';
import type { Operation, OperationInput, OperationResult } from './operation.ts';

/** `GET /pets` (docs/interface.md, part 4.1). */
export const listPets = {
  name: 'listPets',
  method: 'GET',
  path: '/pets',
  summary: 'List all animals',
  description:
    'Returns the first animals by ascending id: 20, or `limit`, which is at most 100. There is no next page. To see others, filter by `status`.',
  parameters: {
    in: 'query',
    schema: listPetsQuerySchema,
    // The first example has every parameter: some tools take the first of each, and expect the first response.
    examples: { availableAnimals: { limit: 20, status: 'available' }, firstAnimals: { limit: 20 } },
  },
  success: {
    status: 200,
    description: 'The animals, at most `limit` of them.',
    schema: 'Pets',
    examples: {
      availableAnimals: [{ id: 1, name: 'Rex', categoryId: 1, status: 'available' }],
      firstAnimals: [
        { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
        { id: 2, name: 'Mimi', categoryId: 2, status: 'pending' },
      ],
    },
  },
  errors: {
    invalid_request: { limitTooGreat: 'The query is not valid: limit must be one integer from 1 to 100.' },
  },
  handle: ({ store, query }: OperationInput): PromiseLike<OperationResult> =>
    store.listPets(decodeQuery(query)).then((listed) => listed.map(stringifyPets)),
} as const satisfies Operation;

/** Decodes the parameters. It passes on invalid values: the store refuses them. */
function decodeQuery(query: string): ListPetsQuery {
  if (query === '') return {};
  const parameters = new URLSearchParams(query);
  const limit = getOnlyOne(parameters.getAll('limit'));
  const decoded: Readonly<Record<keyof ListPetsQuery, unknown>> = {
    limit: parseInt64(limit ?? '') ?? limit,
    status: getOnlyOne(parameters.getAll('status')),
  };
  return decoded as ListPetsQuery;
}

/** Returns the value of a parameter: `undefined` if it is absent; `null`, which is never valid, if it is repeated. */
function getOnlyOne(values: readonly string[]): string | null | undefined {
  return values.length > 1 ? null : values[0];
}
