import { openApiDocument } from '@petstore/http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { WireReply, WireRequest } from './wire-case.ts';

interface Response {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
}

/** The document in both versions of OpenAPI. Its 3.0 schemas mean the same in the dialect of 3.1. */
const documents = (['3.0', '3.1'] as const).map((version) => {
  const document = openApiDocument({ version }) as unknown as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json');
  return { version, document, ajv };
});

/**
 * Checks that the JSON body of a reply matches the response of the operation for its status, in both versions of the document.
 * Returns the reply.
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
 * Finds the response of the operation at a path. Any other path or method counts as the list. The document does not name errors
 * that any request may get, such as 405 and 431: their bodies match the other errors.
 */
function findResponse({ paths }: Document, method: string, path: string, status: number): Response | undefined {
  const [, underBase = ''] = /^\/v1(\/[^?#]*)/.exec(path) ?? [];
  const template = underBase.replace(/^\/pets\/[^/]+$/, '/pets/{petId}');
  const operation = paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const { responses = {} } = operation ?? paths['/pets']?.get ?? {};
  return responses[status] ?? (status >= 400 ? responses[401] : undefined);
}
