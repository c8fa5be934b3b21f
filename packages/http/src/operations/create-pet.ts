import { err, type NewPet } from '@petstore/core';
import { readJsonBody } from '../body/json-body.ts';
import { stringifyPet } from './pet-json.ts';
import type { Operation, OperationInput, OperationResult } from './operation.ts';

/** `POST /pets` (docs/interface.md, part 4.2). */
export const createPet = {
  name: 'createPet',
  method: 'POST',
  path: '/pets',
  summary: 'Add an animal',
  description:
    'Adds an animal. The service assigns its identifier. Each call adds one: sent twice, it adds two animals.',
  requestBody: {
    description: 'The animal to add.',
    schema: 'NewPet',
    examples: {
      bella: { name: 'Bella', categoryId: 3, status: 'sold' },
      // Schemas bound an int64 by its format alone, which many validators take for any integer.
      categoryIdTooGreat: { name: 'Bella', categoryId: 2 ** 63 },
    },
  },
  success: {
    status: 201,
    description: 'The animal as it was added, with its `id`.',
    schema: 'Pet',
    examples: { bella: { id: 3, name: 'Bella', categoryId: 3, status: 'sold' } },
  },
  errors: {
    invalid_request: {
      categoryIdTooGreat: 'The pet is not valid: categoryId must be an integer from -2^63 to 2^63-1.',
    },
    payload_too_large: { bodyTooLong: 'The body is longer than the limit of 65536 bytes.' },
    unsupported_media_type: {
      noContentType: 'The body has no Content-Type: send one header "Content-Type: application/json".',
    },
  },
  async handle({ store, request, maxBodyBytes }: OperationInput): Promise<OperationResult> {
    const newPet = await readJsonBody(request, maxBodyBytes);
    if (newPet.isErr()) return err(newPet.error);
    // Any JSON value may arrive here: the store validates it.
    return await store.createPet(newPet.value as NewPet).then((created) => created.map(stringifyPet));
  },
} as const satisfies Operation;
