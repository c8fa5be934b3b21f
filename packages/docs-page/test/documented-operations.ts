import { openApiDocument } from '@petstore/http';

/** What the document has for an operation. */
interface DocumentedOperation {
  readonly operationId: string;
  readonly samples: readonly { readonly label: string; readonly source: string }[];
  /** By status. */
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface DocumentedResponse {
  readonly description: string;
  /** The code of an error. */
  readonly code: string | undefined;
  readonly examples: readonly unknown[];
}

/** A response in the document. */
interface Response {
  readonly description: string;
  readonly content: {
    readonly 'application/json': { readonly examples: Readonly<Record<string, { readonly value: { code?: string } }>> };
  };
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Record<
        string,
        {
          readonly operationId: string;
          readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
          readonly 'x-codeSamples': DocumentedOperation['samples'];
        }
      >
    >
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** Reads the operations in the document of a server, with the errors that they refer to. */
export function documentedOperations(baseUrl?: string): readonly DocumentedOperation[] {
  const { paths, components } = openApiDocument({ baseUrl }) as unknown as Document;
  const describeResponse = (response: Response | { readonly $ref: string }): DocumentedResponse => {
    const { description, content } =
      '$ref' in response ? (components.responses[response.$ref.replace(/.*\//, '')] as Response) : response;
    const examples = Object.values(content['application/json'].examples).map(({ value }) => value);
    return { description, code: examples[0]?.code, examples };
  };
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses, 'x-codeSamples': samples }) => ({
      operationId,
      samples,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, describeResponse(response)]),
      ),
    }));
}
