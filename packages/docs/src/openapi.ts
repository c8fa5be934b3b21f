import type { OpenApiDocument } from '@petstore/http';

/** The parts of our OpenAPI document that the page shows. */
export interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An operation under its path and method. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The day on which a deprecated operation is removed, as `2030-12-05`. */
  readonly 'x-deprecated-sunset'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Response>>;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

/** The body of a request or a response. */
export interface Body {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example: unknown } };
}

/** A response of an operation. */
export interface Response extends Body {
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
}

/** The parts of a JSON Schema that the page shows. */
export interface Schema {
  /** The name of a schema that the document names. */
  readonly title?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** An operation with its address. */
export interface Endpoint {
  /** Such as `GET`. */
  readonly method: string;
  /** Such as `/pets`. */
  readonly path: string;
  readonly operation: Operation;
}

/** Puts the schemas of a document, with their names as titles, in the place of the references to them. */
export function resolveReferences(document: OpenApiDocument): OpenApi {
  const { schemas } = document.components as { schemas: Readonly<Record<string, object>> };
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (!(node instanceof Object)) return node;
    if ('$ref' in node) {
      const title = String(node.$ref).replace('#/components/schemas/', '');
      return resolve({ title, ...schemas[title] });
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
  };
  return resolve(document) as OpenApi;
}
