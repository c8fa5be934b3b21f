import { anyBase, openApiDocument } from '@petstore/http';

/** The parts of our OpenAPI document that the page shows, with the schemas in the place of the references to them. */
export interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The day on which a deprecated operation is removed, as `2030-12-05`. */
  readonly 'x-deprecated-sunset'?: string;
  readonly parameters?: readonly Field[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** Where a parameter is sent: `path` or `query`. */
  readonly in?: string;
  readonly description?: string;
  readonly schema: Schema;
  readonly examples?: Content['examples'];
}

export interface Body {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  readonly content: { readonly 'application/json': Content };
}

interface Content {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Schema {
  /** The name of a schema that was referred to. */
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

/** Reads our document, and puts its schemas in the place of the references to them. A schema has its name as its title. */
export function readDocument(): OpenApi {
  const document = openApiDocument({ baseUrl: anyBase });
  const { schemas } = document.components as Readonly<Record<string, Readonly<Record<string, object>>>>;
  const resolved = JSON.stringify(document, (_name, value: { readonly $ref?: string } | null) => {
    const [, name] = /^#\/components\/schemas\/(.*)$/.exec(value?.$ref ?? '') ?? [];
    return name === undefined ? value : { title: name, ...schemas?.[name] };
  });
  return JSON.parse(resolved) as OpenApi;
}

/** Chooses the example of a body: the first with the name of an example of the request, or else the first. */
export function chooseExample({ parameters = [], requestBody }: DocumentedOperation, { content }: Body): unknown {
  const { examples } = content['application/json'];
  const request = [...parameters, requestBody?.content['application/json']];
  const names = request.flatMap((part) => Object.keys(part?.examples ?? {}));
  const name = names.find((name) => name in examples) ?? Object.keys(examples)[0] ?? '';
  return examples[name]?.value;
}
