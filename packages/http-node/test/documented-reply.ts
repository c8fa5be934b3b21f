import { openApiDocument } from '@petstore/http';
import type { WireReply, WireRequest } from '@petstore/test-support/wire';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Response {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Response> }>>>>;
}

const document = openApiDocument() as unknown as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json');

/**
 * Returns a reply whose JSON body matches the OpenAPI document: the response that its operation has for its status.
 *
 * @throws Error if it does not match
 */
export function documentedReply({ method, path }: WireRequest, reply: WireReply): WireReply {
  const { status, headers, body } = reply;
  if (headers['content-type'] !== 'application/json' || body === '' || path.startsWith('/openapi')) return reply;

  const isValid = validatorOf(responseOf(method, path, status));
  if (isValid(JSON.parse(body))) return reply;
  throw new Error(
    `The reply ${status} to ${method} ${path} does not match the document: ${ajv.errorsText(isValid.errors)}`,
  );
}

/** The response of the operation at a path. A path that is not spelled plainly is taken for the list. */
function responseOf(method: string, path: string, status: number): Response {
  const [, underBase = ''] = /^\/v1(\/[^?#]*)/.exec(path) ?? [];
  const template = underBase.replace(/^\/pets\/[^/]+$/, '/pets/{petId}');
  const operation = document.paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const { responses = {} } = operation ?? document.paths['/pets']?.get ?? {};
  const response = responses[status] ?? (status >= 400 ? responses.default : undefined);
  if (response === undefined) throw new Error(`The document has no ${status} for ${method} ${path}.`);
  return response;
}

function validatorOf({ content }: Response): ValidateFunction {
  const validate = ajv.getSchema(`openapi.json${content['application/json'].schema.$ref}`);
  if (validate === undefined) throw new Error('The document names no schema for the response.');
  return validate as ValidateFunction;
}
