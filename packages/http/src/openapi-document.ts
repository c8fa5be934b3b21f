import { getPetSunset, successorLink } from './deprecation.ts';
import { componentSchemas, int64JsonSchema, listParameterSchemas, type JsonSchema } from './openapi-schemas.ts';
import type { OperationName } from './operations.ts';
import { statusOf, type WireErrorCode } from './wire-error.ts';

/** A server of an OpenAPI document. */
export interface OpenApiServer {
  /** The base address; a relative one is resolved against the address of the document. */
  readonly url: string;
  readonly description?: string | undefined;
}

/** How the document is made. */
export interface OpenApiOptions {
  /** the base addresses of the interface; by default `./v1`, beside the document wherever it is served. */
  readonly servers?: readonly OpenApiServer[] | undefined;
}

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/**
 * Describes the `/v1` interface as an OpenAPI 3.1 document, made from the schemas that the store validates with. It
 * is plain JSON; `format: int64` alone tells the bounds of an int64, because a JSON number cannot in every reader.
 */
export function openApiDocument({ servers = [{ url: './v1' }] }: OpenApiOptions = {}): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pet Store',
      version: '1.0.0',
      summary: 'List, add and retrieve animals.',
      description:
        'A store of animals as JSON over HTTP. Every request needs an API key as its bearer token, and every error has the ' +
        'same body. Identifiers are 64-bit integers, exact to the last digit.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: [{ name: 'animals', description: 'The animals of the store.' }],
    security: [{ bearerAuth: [] }],
    paths: {
      '/pets': { get: listPets(), post: createPet() },
      '/pets/{petId}': { get: getPet() },
    },
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key of the store.' },
      },
      schemas: componentSchemas(),
      responses: errorResponses(),
      headers: {
        Sunset: {
          description: 'When the operation is removed (RFC 8594).',
          schema: { type: 'string', const: getPetSunset },
        },
        Link: {
          description: 'The operation that replaces this one.',
          schema: { type: 'string', const: successorLink },
        },
        Deprecation: {
          description: 'Since when the operation is deprecated, where the server knows it (RFC 9745).',
          schema: { type: 'string', pattern: '^@-?[0-9]+$' },
        },
      },
    },
  };
}

function listPets() {
  return {
    ...operation(
      'listPets',
      'List all animals',
      'Gives the first animals by ascending id, of one status where one is asked for.',
    ),
    parameters: Object.entries(listParameterSchemas()).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema,
    })),
    responses: {
      200: ok('The animals, at most `limit` of them.', 'Pets', [rex, mimi]),
      ...refer(...everyOperation),
    },
  };
}

function createPet() {
  return {
    ...operation('createPet', 'Add an animal', 'Adds an animal under an identifier that the service assigns.'),
    requestBody: {
      required: true,
      description: 'The animal to add.',
      content: {
        'application/json': {
          schema: schemaOf('NewPet'),
          example: { name: 'Rex', categoryId: 1, status: 'available' },
        },
      },
    },
    responses: {
      201: ok('The animal as it was added, with its `id`.', 'Pet', rex),
      ...refer(...everyOperation, 'payload_too_large', 'unsupported_media_type'),
    },
  };
}

function getPet() {
  return {
    ...operation(
      'getPet',
      'Get an animal',
      'Retrieves one animal. Use the list of animals with its `status` filter instead.',
    ),
    deprecated: true,
    'x-deprecated-sunset': '2030-12-05',
    parameters: [
      {
        name: 'petId',
        in: 'path',
        required: true,
        description: 'Identifier of the animal to retrieve.',
        schema: int64JsonSchema,
      },
    ],
    responses: {
      200: {
        ...ok('The requested animal.', 'Pet', rex),
        headers: Object.fromEntries(
          ['Sunset', 'Link', 'Deprecation'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
      },
      ...refer(...everyOperation, 'not_found'),
    },
  };
}

const rex = { id: 1, name: 'Rex', categoryId: 1, status: 'available' };
const mimi = { id: 2, name: 'Mimi', categoryId: Number.MAX_SAFE_INTEGER };

/** The errors that any request may be answered with, whatever its operation. */
const everyOperation = [
  'invalid_request',
  'unauthorized',
  'request_timeout',
  'expectation_failed',
  'header_fields_too_large',
  'internal_error',
  'not_implemented',
  'storage_failure',
] as const satisfies readonly WireErrorCode[];

/** What each error means, for people. */
const errorDescriptions = {
  invalid_request: 'The request is not valid: a parameter or the body is missing, malformed or out of its bounds.',
  unauthorized: 'Missing or invalid API key.',
  not_found: 'The requested resource could not be found.',
  request_timeout: 'The request took too long to arrive.',
  payload_too_large: 'The body is longer than the server takes.',
  unsupported_media_type: 'The body is not JSON in UTF-8, or is encoded.',
  expectation_failed: 'The request expects what the server cannot do.',
  header_fields_too_large: 'The header of the request is too long.',
  internal_error: 'The server failed to answer: a defect of its own.',
  not_implemented: 'The request uses a transfer coding that the server does not know.',
  storage_failure: 'The store cannot serve the request now.',
} as const satisfies Partial<Record<WireErrorCode, string>>;

type DescribedError = keyof typeof errorDescriptions;

function operation(operationId: OperationName, summary: string, description: string) {
  return { operationId, tags: ['animals'], summary, description, security: [{ bearerAuth: [] }] };
}

function ok(description: string, schema: string, example: unknown) {
  return { description, content: { 'application/json': { schema: schemaOf(schema), example } } };
}

function schemaOf(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The error responses of an operation, by status. */
function refer(...codes: readonly DescribedError[]) {
  return Object.fromEntries(codes.map((code) => [statusOf[code], { $ref: `#/components/responses/${code}` }]));
}

function errorResponses() {
  return Object.fromEntries(
    Object.entries(errorDescriptions).map(([code, description]) => [
      code,
      {
        description,
        ...(code === 'unauthorized' && {
          headers: { 'WWW-Authenticate': { description: 'The challenge (RFC 6750).', schema: { type: 'string' } } },
        }),
        content: {
          'application/json': {
            schema: schemaOf('Error'),
            example: { code, message: description, status: statusOf[code as DescribedError] },
          },
        },
      },
    ]),
  );
}
