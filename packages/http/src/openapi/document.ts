import { parseOptions, strictObject } from '@petstore/core';
import * as z from 'zod/mini';
import { createCodeSamples } from './code-samples.ts';
import { createDeprecationHeaders, type DeprecationDates } from '../concerns/deprecation.ts';
import { describeErrors } from './errors.ts';
import { describeExamples, type Examples } from './examples.ts';
import { createComponentSchemas, createPropertySchemas, referToSchema, type OpenApiVersion } from './schemas.ts';
import type { Content, Deprecation, Operation, OperationParameters } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import { httpOptionsSchema } from '../options.ts';
import { storageFailureMessages } from '../response.ts';

/** The placeholder of the base address, found nowhere else in a document. */
export const anyBase = '{base address}';

interface OpenApiOptions {
  /** The version of OpenAPI. The default, 3.0, is readable by nearly every tool. */
  readonly version?: OpenApiVersion | undefined;
  /**
   * The base address of the interface, such as `https://pets.example/v1`. The default is `./v1`, beside the document. Many
   * generators ignore such a relative address, so set it for them.
   */
  readonly baseUrl?: string | undefined;
  /** When `getPet` was deprecated: the same date as in the options of the server. Without it, the document has no `Deprecation` header. */
  readonly deprecatedSince?: { readonly getPet?: Date | undefined } | undefined;
}

/** Why 3.0.3: see decisions/two-openapi-versions.md. */
const fullVersions: Readonly<Record<OpenApiVersion, string>> = { '3.0': '3.0.3', '3.1': '3.1.0' };

const besideDocument = './v1';

/** The base address of the command without options. The code samples have it if the document has only a relative one. */
export const defaultBaseUrl = 'http://127.0.0.1:8080/v1';

const optionsSchema = strictObject({
  version: z._default(z.enum(['3.0', '3.1'], { error: "must be '3.0' or '3.1'" }), '3.0'),
  baseUrl: z._default(z.string({ error: 'must be a URL' }).check(z.minLength(1)), besideDocument),
  deprecatedSince: httpOptionsSchema.shape.deprecatedSince,
});

/**
 * Describes the `/v1` interface as an OpenAPI document. It is made from the operations and from the schemas that the store
 * validates with. It is plain JSON. The format `int64` alone tells the bounds of an int64: most readers would round them.
 *
 * @example
 * ```ts
 * await writeFile('openapi.json', JSON.stringify(openApiDocument({ baseUrl: 'https://pets.example/v1' })));
 * ```
 *
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function openApiDocument(options: OpenApiOptions = {}): Readonly<Record<string, unknown>> {
  const { version, baseUrl, deprecatedSince } = parseOptions(optionsSchema, options);

  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, baseUrl, deprecatedSince),
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
    servers: [{ url: baseUrl, description: 'This pet store.' }],
    tags: [{ name: 'animals', description: 'The animals of the store.' }],
    security: [{ bearerAuth: [] }],
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key of the store.' },
      },
      schemas: createComponentSchemas(version),
    },
  };
}

function describeOperation(operation: Operation, baseUrl: string, dates: DeprecationDates) {
  const { name, summary, description, deprecation, requestBody, success, errors } = operation;
  const { read, ...afterCreation } = storageFailureMessages;
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
        ...(deprecation && { headers: describeDeprecation(deprecation, dates?.[name]) }),
      },
      ...describeErrors({ ...errors, storage_failure: operation.method === 'GET' ? { read } : afterCreation }),
    },
    'x-codeSamples': createCodeSamples(operation, baseUrl === besideDocument ? defaultBaseUrl : baseUrl),
  };
}

function describeParameters({ in: location, schema: object, examples }: OperationParameters) {
  return createPropertySchemas(object).map(({ name, schema, description }) => ({
    name,
    in: location,
    required: location === 'path',
    description,
    examples: describeExamples(selectExamples(name, examples)),
    schema,
  }));
}

/** The examples of one parameter: those which have a value for it. */
function selectExamples(parameter: string, examples: OperationParameters['examples']): Examples {
  const values = Object.entries(examples).map(([name, values]) => [name, values[parameter]] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function describeContent({ description, schema, examples }: Content) {
  return {
    description,
    content: { 'application/json': { schema: referToSchema(schema), examples: describeExamples(examples) } },
  };
}

/** Describes the headers that this server sends, with an example of each. */
function describeDeprecation(deprecation: Deprecation, deprecatedSince: Date | undefined) {
  const descriptions: Readonly<Record<string, string>> = {
    Deprecation: 'Since when the operation is deprecated (RFC 9745).',
    Sunset: 'When the operation is removed (RFC 8594).',
    Link: 'The operation that replaces this one.',
  };
  const examples = Object.entries(createDeprecationHeaders(deprecation, deprecatedSince));
  return Object.fromEntries(
    examples.map(([name, example]) => [name, { description: descriptions[name], schema: { type: 'string' }, example }]),
  );
}
