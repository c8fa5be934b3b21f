import { err, type NewPet } from '@petstore/core';
import { readJsonBody } from '../json-body.ts';
import { stringifyPet } from '../pet-json.ts';
import type { Call, Handled, Operation } from './operation.ts';

/** `POST /pets` (docs/interface.md, part 4.2). */
export const createPet = {
  name: 'createPet',
  method: 'POST',
  path: '/pets',
  summary: 'Add an animal',
  description: 'Adds an animal under an identifier that the service assigns.',
  requestBody: {
    description: 'The animal to add.',
    schema: 'NewPet',
    example: { name: 'Rex', categoryId: 1, status: 'available' },
  },
  success: {
    status: 201,
    description: 'The animal as it was added, with its `id`.',
    schema: 'Pet',
    example: { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  },
  errors: [
    { code: 'invalid_request', description: 'The body is not JSON, lacks a required field or has an invalid value.' },
    { code: 'payload_too_large', description: 'The body is longer than the server takes.' },
    { code: 'unsupported_media_type', description: 'The content type is not JSON in UTF-8, or the body is encoded.' },
  ],
  async handle({ store, request, maxBodyBytes }: Call): Promise<Handled> {
    const newPet = await readJsonBody(request, maxBodyBytes);
    if (newPet.isErr()) return err(newPet.error);
    return await store.createPet(newPet.value as NewPet).then((created) => created.map(stringifyPet));
  },
} as const satisfies Operation;
