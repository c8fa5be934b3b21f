/** The parts of a JSON Schema that the page shows. */
export interface Schema {
  readonly $ref?: string;
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

/** A body by media type. */
export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

/** A parameter of an operation. */
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

/** A response of an operation. */
export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
  readonly content?: Content;
}

/** An operation under its path and method. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** The day on which the operation is removed, as `2030-12-05`. */
  readonly 'x-deprecated-sunset'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

/** An operation with its address. */
export interface Endpoint {
  /** Such as `GET`. */
  readonly method: string;
  /** Such as `/pets`. */
  readonly path: string;
  readonly operation: Operation;
}

/** The parts of an OpenAPI document that the page shows. */
export interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * Follows a reference in a document; what stands beside the reference takes precedence. The names in our document hold
 * nothing that a JSON pointer would escape.
 */
export function resolve<Node extends { readonly $ref?: string }>(openApi: OpenApi, node: Node): Node {
  const { $ref, ...own } = node;
  if ($ref === undefined) return node;
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], openApi);
  return { ...(target as Node), ...own };
}
