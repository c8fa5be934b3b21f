import { listLimit, listPetsQuerySchema, newPetSchema, petSchema, petStatusSchema } from '@petstore/core';
import * as z from 'zod';
import { statusOf } from './wire-error.ts';

/** A JSON Schema, as OpenAPI 3.1 holds it (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const wireErrorSchema = z
  .object({
    code: z.string().describe(`Machine-readable error code; one of ${Object.keys(statusOf).join(', ')}.`),
    message: z.string().describe('Human-readable description; it may change between releases.'),
    status: z.int().min(400).max(599).describe('The HTTP status code of the response.'),
  })
  .describe('The body of every error response.');

const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  PetStatus: petStatusSchema,
  NewPet: newPetSchema.describe('What is given to add an animal. Unknown fields are ignored; an `id` is refused.'),
  Pet: petSchema.describe('An animal of the store.'),
  Error: wireErrorSchema,
  ListPetsQuery: listPetsQuerySchema,
})) {
  named.add(schema, { id });
}

/** The schema of any int64. Its format says its bounds: as JSON numbers, most readers would round them. */
export const int64JsonSchema: JsonSchema = { type: 'integer', format: 'int64' };

/** The schemas of docs/interface.md, part 2, by name, made from those that the store validates with. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const { PetStatus, NewPet, Pet, Error } = namedSchemas();
  const { id, ...properties } = NewPet.properties;
  return {
    PetStatus,
    NewPet: { ...NewPet, properties, not: { properties: { id: {} }, required: ['id'] } }, // which says what the property `id: { not: {} }` says
    Pet,
    Pets: {
      type: 'array',
      maxItems: listLimit.maximum,
      items: { $ref: '#/components/schemas/Pet' },
      description: 'Animals, by ascending id.',
    },
    Error,
  };
}

/** The query parameters of a list by name, made from the schema that the store validates with. */
export function listParameterSchemas(): Readonly<Record<string, JsonSchema>> {
  return namedSchemas().ListPetsQuery.properties;
}

type Named = 'PetStatus' | 'NewPet' | 'Pet' | 'Error' | 'ListPetsQuery';

function namedSchemas(): Record<Named, JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> }> {
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
  });
  return forOpenApi(schemas) as ReturnType<typeof namedSchemas>;
}

/** Leaves out what names a schema outside of a document. */
function forOpenApi(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forOpenApi);
  if (!(node instanceof Object)) return node;
  const { $schema, $id, ...schema } = node as JsonSchema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, forOpenApi(value)]));
}
