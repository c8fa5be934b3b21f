import { openApiDocument } from '@petstore/http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { WireReply, WireRequest } from './wire-case.ts';

interface Response {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response | Reference>> }>>>
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

interface Reference {
  readonly $ref: string;
}

/** The document in both versions of OpenAPI. The schemas that we use in 3.0 mean the same in the dialect of 3.1. */
const documents = (['3.0', '3.1'] as const).map((version) => {
  const document = openApiDocument({ version }) as unknown as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json');
  return { version, document, ajv };
});

/**
 * Returns a reply whose JSON body matches the OpenAPI document, in both versions: the response that its operation has for its
 * status.
 *
 * @throws Error if it does not match
 */
export function checkDocumentedReply({ method, path }: WireRequest, reply: WireReply): WireReply {
  const { status, headers, body } = reply;
  if (headers['content-type'] !== 'application/json' || body === '' || /^\/(?:openapi|healthz)/.test(path))
    return reply;

  for (const { version, document, ajv } of documents) {
    const response = findResponse(document, method, path, status);
    if (response === undefined) throw new Error(`OpenAPI ${version} has no ${status} for ${method} ${path}.`);
    const isValid = ajv.getSchema(
      `openapi.json${response.content['application/json'].schema.$ref}`,
    ) as ValidateFunction;
    if (isValid(JSON.parse(body))) continue;
    const errors = ajv.errorsText(isValid.errors);
    throw new Error(`The reply ${status} to ${method} ${path} does not match OpenAPI ${version}: ${errors}`);
  }
  return reply;
}

/**
 * The response of the operation at a path. Any other path or method is taken for the list. An error that any request can have,
 * such as a 405 or a 431, is not named: its body is that of the others.
 */
function findResponse(
  { paths, components }: Document,
  method: string,
  path: string,
  status: number,
): Response | undefined {
  const [, underBase = ''] = /^\/v1(\/[^?#]*)/.exec(path) ?? [];
  const template = underBase.replace(/^\/pets\/[^/]+$/, '/pets/{petId}');
  const operation = paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const { responses = {} } = operation ?? paths['/pets']?.get ?? {};
  const response = responses[status] ?? (status >= 400 ? responses[401] : undefined);
  return response !== undefined && '$ref' in response
    ? components.responses[response.$ref.replace('#/components/responses/', '')]
    : response;
}
