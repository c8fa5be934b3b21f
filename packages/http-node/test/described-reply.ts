import { openApiDocument } from '@petstore/http';
import type { WireReply, WireRequest } from '@petstore/test-support/wire';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Response {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Response> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

const document = openApiDocument() as unknown as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json');

/**
 * Gives a reply back once it is checked against the OpenAPI document: to a request of an operation, its status is one that
 * the operation documents; and its JSON body has the shape of that response, or that of an error elsewhere.
 */
export function describedReply({ method, path }: WireRequest, reply: WireReply): WireReply {
  const { status, headers, body } = reply;
  if (headers['content-type'] !== 'application/json' || body === '' || path.startsWith('/openapi')) return reply;

  const isValid = schemaOf(responseOf(method, path, status));
  if (isValid(JSON.parse(body))) return reply;
  throw new Error(`The reply ${status} to ${method} ${path} is not as documented: ${ajv.errorsText(isValid.errors)}`);
}

/** The response of the operation that a path leads to; written otherwise than documented, it leads to that of a list. */
function responseOf(method: string, path: string, status: number): Response {
  const [, underBase = ''] = /^\/v1(\/[^?#]*)/.exec(path) ?? [];
  const template = underBase.replace(/^\/pets\/[^/]+$/, '/pets/{petId}');
  const operation = document.paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined && status >= 400) return { $ref: '#/components/responses/not_found' };
  const response = (operation ?? document.paths['/pets']?.get)?.responses[status];
  if (response === undefined) throw new Error(`The document has no ${status} for ${method} ${path}.`);
  return response;
}

function schemaOf({ $ref, content }: Response): ValidateFunction {
  const named = $ref === undefined ? content : document.components.responses[$ref.split('/').at(-1) ?? '']?.content;
  const schema = ajv.getSchema(`openapi.json${named?.['application/json'].schema.$ref ?? ''}`);
  if (schema === undefined) throw new Error('The document names no schema for the response.');
  return schema;
}
