import { listLimit, newPetSchema, petSchema, petStatusSchema } from '@petstore/core';
import * as z from 'zod/mini';
import { errorStatuses } from '../http-error.ts';

export type OpenApiVersion = '3.0' | '3.1';

/** A JSON Schema. Only `NewPet` in OpenAPI 3.1 has a keyword that OpenAPI 3.0 lacks. */
type JsonSchema = Readonly<Record<string, unknown>>;

const codes = Object.entries(errorStatuses)
  .map(([code, status]) => `${code} (${status})`)
  .join(', ');

const pet = petSchema.check(z.describe('An animal of the store.'));

/** The schemas of docs/interface.md, part 2, by name. The store validates with the same ones. */
const schemas = {
  PetStatus: petStatusSchema,
  NewPet: z
    .omit(newPetSchema, { id: true })
    .check(z.describe('The fields of a new animal, without an `id`. Unknown fields are ignored.')),
  Pet: pet,
  Pets: z.array(pet).check(z.maxLength(listLimit.max), z.describe('Animals, by ascending id.')),
  Error: z
    .object({
      code: z
        .string()
        .check(z.meta({ description: `Machine-readable error code: ${codes}.`, example: 'invalid_request' })),
      message: z.string().check(
        z.meta({
          description: 'What is wrong, and what to do about it, for people. It may change between releases.',
          example: 'The pet is not valid: name is required.',
        }),
      ),
      status: z
        .int()
        .check(
          z.minimum(400),
          z.maximum(599),
          z.meta({ description: 'The HTTP status code of the response.', example: 400 }),
        ),
    })
    .check(z.describe('The body of every error response.')),
};

export type SchemaName = keyof typeof schemas;

export function referToSchema(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Makes the schemas of the document by name. Only OpenAPI 3.1 has a form that refuses the `id` of a new pet and that each tool takes
 * (decisions/two-openapi-versions.md).
 */
export function createComponentSchemas(version: OpenApiVersion): Readonly<Record<string, JsonSchema>> {
  const shared = toJsonSchemas(schemas);
  return version === '3.0'
    ? shared
    : { ...shared, NewPet: { ...shared.NewPet, propertyNames: { not: { const: 'id' } } } };
}

/** Makes the JSON Schema of each property of an object, with its description beside it: a `$ref` has none itself. */
export function createPropertySchemas(object: z.core.$ZodObject) {
  const properties = toJsonSchemas({ ...schemas, object }).object?.properties ?? {};
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, { description: _, ...schema }]) => {
      const { description } = z.globalRegistry.get(object._zod.def.shape[name] as z.core.$ZodType) ?? {};
      return { name, schema, description };
    },
  );
}

function toJsonSchemas(named: Readonly<Record<string, z.core.$ZodType>>): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => String(referToSchema(id).$ref), io: 'input' });
  return simplifyForOpenApi(schemas) as Readonly<Record<string, JsonSchema>>;
}

/** Removes what generators fail on: `$schema`, `$id`, the siblings of a `$ref`, and the bounds of an int64. */
function simplifyForOpenApi(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplifyForOpenApi);
  if (!(node instanceof Object)) return node;
  const { $schema, $id, ...schema } = node as JsonSchema;
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  const isInt64 = schema.format === 'int64'; // with a minimum of 1, Rust would get another type
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !(isInt64 && /^(?:minimum|maximum)$/.test(key)))
      .map(([key, value]) => [key, simplifyForOpenApi(value)]),
  );
}
