import { parseOptions, statusOf, type WireErrorCode } from '@petstore/core';
import * as z from 'zod';
import { deprecationHeaders } from './deprecation.ts';
import { componentSchemas, propertySchemas, refer, type OpenApiVersion } from './openapi-schemas.ts';
import type { Content, Deprecation, Operation } from './operations/operation.ts';
import { operations } from './operations/operations.ts';

/** How the document is made. */
export interface OpenApiOptions {
  /** The version of OpenAPI; 3.0, which nearly every tool reads, by default. */
  readonly version?: OpenApiVersion | undefined;
  /**
   * The base address of the interface, such as `https://pets.example/v1`. By default `./v1`, beside the document: many
   * generators ignore a relative address.
   */
  readonly serverUrl?: string | undefined;
}

/** `swagger-parser` refuses 3.0.4, which differs from 3.0.3 in its wording alone. */
const fullVersions: Readonly<Record<OpenApiVersion, string>> = { '3.0': '3.0.3', '3.1': '3.1.0' };

const optionsSchema = z.strictObject({
  version: z.enum(['3.0', '3.1'], { error: "must be '3.0' or '3.1'" }).default('3.0'),
  serverUrl: z.string({ error: 'must be a URL' }).min(1, { error: 'must be a URL' }).default('./v1'),
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
  const { version, serverUrl } = parseOptions(optionsSchema, options);

  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
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
      schemas: componentSchemas(version),
    },
  };
}

function describeOperation(operation: Operation) {
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
        ...(deprecation && { headers: describeDeprecation(deprecation) }),
      },
      ...Object.fromEntries(errors.map(({ code, description }) => [statusOf[code], describeError(code, description)])),
      401: {
        ...describeError('unauthorized', 'Missing or invalid API key.'),
        headers: {
          'WWW-Authenticate': { description: 'The challenge (RFC 6750, section 3).', schema: { type: 'string' } },
        },
      },
      default: describeError('storage_failure', 'Any other error: its `code` and its `status` tell which.'),
    },
  };
}

function describeParameters({ in: place, schema }: NonNullable<Operation['parameters']>) {
  return Object.entries(propertySchemas(schema)).map(([name, { description: _, example, ...property }]) => ({
    name,
    in: place,
    required: place === 'path',
    description: (schema.shape[name] as z.ZodType | undefined)?.description, // a `$ref` has no description of its own
    ...(example !== undefined && { example }),
    schema: property,
  }));
}

function describeContent({ description, schema, example }: Content) {
  const copy: unknown = JSON.parse(JSON.stringify(example)); // a caller may change the document
  return { description, content: { 'application/json': { schema: refer(schema), example: copy } } };
}

function describeError(code: WireErrorCode, description: string) {
  return describeContent({
    description,
    schema: 'Error',
    example: { code, message: 'What is wrong, and what to do about it.', status: statusOf[code] },
  });
}

/** Describes the headers with an example of each, made from an arbitrary date of the deprecation. */
function describeDeprecation(deprecation: Deprecation) {
  const descriptions: Readonly<Record<string, string>> = {
    Deprecation: 'Since when the operation is deprecated (RFC 9745); absent if the server does not know it.',
    Sunset: 'When the operation is removed (RFC 8594).',
    Link: 'The operation that replaces this one.',
  };
  const examples = Object.entries(deprecationHeaders(deprecation, new Date('2026-01-01')));
  return Object.fromEntries(
    examples.map(([name, example]) => [name, { description: descriptions[name], schema: { type: 'string' }, example }]),
  );
}
