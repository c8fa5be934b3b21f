import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../src/index.ts';

type OpenApiOptions = NonNullable<Parameters<typeof openApiDocument>[0]>;

/** A part with a description. */
interface Described {
  readonly description?: string;
}

/** A schema, or the reference to one. */
interface ReadSchema extends Described {
  readonly example?: unknown;
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ReadSchema>>;
}

/** Examples by name. */
type ReadExamples = Readonly<Record<string, { readonly value: unknown }>>;

/** A body with examples of it. */
export interface ReadContent {
  readonly 'application/json': { readonly schema: ReadSchema; readonly examples: ReadExamples };
}

/** A response. */
interface ReadResponse extends Described {
  readonly headers?: Readonly<Record<string, Described & { readonly schema: ReadSchema; readonly example?: unknown }>>;
  readonly content: ReadContent;
}

/** A parameter of an operation. */
interface ReadParameter extends Described {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly examples: ReadExamples;
  readonly schema: ReadSchema;
}

/** An operation. */
export interface ReadOperation extends Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: unknown;
  readonly deprecated?: boolean;
  readonly parameters?: readonly ReadParameter[];
  readonly requestBody?: Described & { readonly required: boolean; readonly content: ReadContent };
  readonly responses: Readonly<Record<string, ReadResponse>>;
}

/** The OpenAPI document as its readers see it. */
export interface ReadDocument {
  readonly info: Described;
  readonly tags: readonly (Described & { readonly name: string })[];
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, ReadOperation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, Described>>;
    readonly schemas: Readonly<Record<string, ReadSchema>>;
  };
}

/** Writes the document as it is served. */
export function writeDocument(options?: OpenApiOptions): string {
  return JSON.stringify(openApiDocument(options));
}

/** Parses the document. */
export function readDocument(version?: OpenApiOptions['version']): ReadDocument {
  return JSON.parse(writeDocument({ version })) as ReadDocument;
}

/** Reads the operation of a method and a path. */
export function readOperation(method: string, path: string): ReadOperation {
  const operation = readDocument().paths[path]?.[method];
  if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return operation;
}

const ajv = new Ajv2020({ strict: false })
  .addFormat('int64', { type: 'number', validate: (value) => Math.abs(value) <= 2 ** 63 }) // as exact as a double
  .addSchema(readDocument('3.0'), '3.0')
  .addSchema(readDocument('3.1'), '3.1');

/** Returns the function that validates values with the schema of a reference such as `#/components/schemas/Pet`. */
export function getValidator(reference: string, version: OpenApiOptions['version'] = '3.0'): ValidateFunction {
  const validate = ajv.getSchema(`${version}${reference}`);
  if (validate === undefined) throw new Error(`The document has no ${reference}.`);
  return validate as ValidateFunction;
}
