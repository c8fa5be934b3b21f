import { parseOptions } from '@petstore/core';
import * as z from 'zod';
import { codeSamples } from './code-samples.ts';
import { deprecationHeaders } from './deprecation.ts';
import { errorResponses, referToErrors } from './openapi-errors.ts';
import { componentSchemas, propertySchemas, refer, type OpenApiVersion } from './openapi-schemas.ts';
import type { Content, Deprecation, Operation } from './operations/operation.ts';
import { operations, type KnownOperation } from './operations/operations.ts';

/** How the document is made. */
export interface OpenApiOptions {
  /** The version of OpenAPI; 3.0, which nearly every tool reads, by default. */
  readonly version?: OpenApiVersion | undefined;
  /**
   * The base address of the interface, such as `https://pets.example/v1`. By default `./v1`, beside the document: many
   * generators ignore a relative address.
   */
  readonly serverUrl?: string | undefined;
  /** When `getPet` was deprecated, as in the options of the server. Without it, the document has no `Deprecation` header. */
  readonly getPetDeprecatedSince?: Date | undefined;
}

/** `swagger-parser` refuses 3.0.4, which differs from 3.0.3 in its wording alone. */
const fullVersions: Readonly<Record<OpenApiVersion, string>> = { '3.0': '3.0.3', '3.1': '3.1.0' };

/** The base address beside the document, and that of a server that is started without options, for the code samples. */
const [besideDocument, usualServer] = ['./v1', 'http://127.0.0.1:8080/v1'];

const optionsSchema = z.strictObject({
  version: z.enum(['3.0', '3.1'], { error: "must be '3.0' or '3.1'" }).default('3.0'),
  serverUrl: z.string({ error: 'must be a URL' }).min(1, { error: 'must be a URL' }).default(besideDocument),
  getPetDeprecatedSince: z.date().optional(),
});

/** An OpenAPI document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/**
 * Describes the `/v1` interface as an OpenAPI document, made from the operations and from the schemas that the store
 * validates with. It is plain JSON: only the format `int64` gives the bounds of an int64, because most readers would round
 * them.
 *
 * @throws TypeError for a wrong or an unknown option, naming it
 */
export function openApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  const { version, serverUrl, getPetDeprecatedSince } = parseOptions(optionsSchema, options);

  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, serverUrl, getPetDeprecatedSince),
    };
  }
  return {
    openapi: fullVersions[version],
    info: {
      title: 'Pet Store',
      version: '1.0.0',
      description:
        'A store of animals as JSON over HTTP. Every request needs an API key as its bearer token, and every error has the ' +
        'same body. Identifiers are 64-bit integers, exact to the last digit.',
      contact: { name: 'The maintainers of the pet store' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: serverUrl }],
    tags: [{ name: 'animals', description: 'The animals of the store.' }],
    security: [{ bearerAuth: [] }],
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key of the store.' },
      },
      responses: errorResponses(refer('Error')),
      schemas: componentSchemas(version),
    },
  };
}

function describeOperation(operation: KnownOperation, serverUrl: string, deprecatedSince: Date | undefined) {
  const { name, summary, description, deprecation, requestBody, success, errors } = operation;
  return {
    operationId: name,
    tags: ['animals'],
    summary,
    description,
    security: [{ bearerAuth: [] }],
    ...(deprecation && { deprecated: true, 'x-deprecated-sunset': deprecation.sunset }),
    ...(operation.parameters && { parameters: describeParameters(operation.parameters) }),
    ...(requestBody && { requestBody: { required: true, ...describeContent(requestBody) } }),
    responses: {
      [success.status]: {
        ...describeContent(success),
        ...(deprecation && { headers: describeDeprecation(deprecation, deprecatedSince) }),
      },
      ...referToErrors(errors),
    },
    'x-codeSamples': codeSamples(name, serverUrl === besideDocument ? usualServer : serverUrl),
  };
}

function describeParameters({ in: location, schema }: NonNullable<Operation['parameters']>) {
  return Object.entries(propertySchemas(schema)).map(([name, { description: _, example, ...property }]) => ({
    name,
    in: location,
    required: location === 'path',
    description: (schema.shape[name] as z.ZodType | undefined)?.description, // a `$ref` has no description of its own
    ...(example !== undefined && { example }),
    schema: property,
  }));
}

function describeContent({ description, schema, example }: Content) {
  const copy: unknown = JSON.parse(JSON.stringify(example)); // a caller may change the document
  return { description, content: { 'application/json': { schema: refer(schema), example: copy } } };
}

/** Describes the headers that this server sends, with an example of each. */
function describeDeprecation(deprecation: Deprecation, deprecatedSince: Date | undefined) {
  const descriptions: Readonly<Record<string, string>> = {
    Deprecation: 'Since when the operation is deprecated (RFC 9745).',
    Sunset: 'When the operation is removed (RFC 8594).',
    Link: 'The operation that replaces this one.',
  };
  const examples = Object.entries(deprecationHeaders(deprecation, deprecatedSince));
  return Object.fromEntries(
    examples.map(([name, example]) => [name, { description: descriptions[name], schema: { type: 'string' }, example }]),
  );
}
