// @ts-check
import { exactJsonText, parseExactJson } from './exact-json.js';
import { boundWords, typeWords } from './schema-words.js';

/**
 * A parameter, or a field of an object.
 * @typedef {{
 *   readonly name: string,
 *   readonly required: boolean,
 *   readonly description: string,
 *   readonly type: string,
 *   readonly bounds: string | undefined,
 *   readonly preset: string | undefined,
 *   readonly choices: readonly string[] | undefined,
 * }} Field
 *
 * @typedef {Field & { readonly place: 'path' | 'query' }} Parameter
 *
 * An object that requests and responses carry.
 * @typedef {{ readonly name: string, readonly description: string, readonly fields: readonly Field[] }} Shape
 *
 * @typedef {{
 *   readonly status: string,
 *   readonly description: string,
 *   readonly headers: readonly { readonly name: string, readonly description: string }[],
 *   readonly shape: Shape | undefined,
 *   readonly isList: boolean,
 *   readonly example: string | undefined,
 * }} Answer
 *
 * @typedef {{
 *   readonly description: string,
 *   readonly mediaType: string,
 *   readonly shape: Shape | undefined,
 *   readonly example: string,
 * }} RequestBody
 *
 * @typedef {{
 *   readonly id: string,
 *   readonly method: string,
 *   readonly path: string,
 *   readonly summary: string,
 *   readonly description: string,
 *   readonly deprecated: boolean,
 *   readonly sunset: string | undefined,
 *   readonly parameters: readonly Parameter[],
 *   readonly body: RequestBody | undefined,
 *   readonly answers: readonly Answer[],
 * }} Operation
 *
 * What the page shows of an OpenAPI document.
 * @typedef {{
 *   readonly version: string,
 *   readonly operations: readonly Operation[],
 *   readonly shapes: readonly Shape[],
 * }} ApiDescription
 */

/**
 * The parts of an OpenAPI document that are read here.
 * @typedef {import('./exact-json.js').ExactJson} ExactJson
 * @typedef {import('./schema-words.js').Schema} Schema
 * @typedef {Record<string, { schema?: Schema, example?: ExactJson }>} Content
 * @typedef {{ $ref?: string, name: string, in: string, required?: boolean, description?: string, schema?: Schema }} OpenApiParameter
 * @typedef {{
 *   $ref?: string,
 *   description?: string,
 *   headers?: Record<string, { $ref?: string, description?: string }>,
 *   content?: Content,
 * }} OpenApiResponse
 * @typedef {{
 *   operationId: string,
 *   summary?: string,
 *   description?: string,
 *   deprecated?: boolean,
 *   'x-deprecated-sunset'?: string,
 *   parameters?: OpenApiParameter[],
 *   requestBody?: { description?: string, content: Content },
 *   responses: Record<string, OpenApiResponse>,
 * }} OpenApiOperation
 * @typedef {{
 *   info: { version: string },
 *   paths: Record<string, Record<string, OpenApiOperation>>,
 * }} OpenApi
 */

/**
 * Reads an OpenAPI document; its integers stay exact.
 *
 * @param {string} text
 * @returns {ApiDescription}
 * @throws SyntaxError for a text that is no JSON; TypeError for one that is no OpenAPI document
 */
export function readApiDescription(text) {
  const openApi = /** @type {OpenApi} */ (/** @type {unknown} */ (parseExactJson(text)));
  const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(openApi, path, method, operation)),
  );
  const answered = operations.flatMap(({ answers }) => answers.flatMap(({ shape }) => shape ?? []));
  return {
    version: openApi.info.version,
    operations,
    shapes: [...new Map(answered.map((shape) => [shape.name, shape])).values()],
  };
}

/**
 * @param {OpenApi} openApi
 * @param {string} path
 * @param {string} method
 * @param {OpenApiOperation} operation
 * @returns {Operation}
 */
function readOperation(openApi, path, method, operation) {
  const { operationId: id, summary = id, description = '', deprecated = false, parameters = [] } = operation;
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    deprecated,
    sunset: operation['x-deprecated-sunset'],
    parameters: parameters
      .map((parameter) => resolved(openApi, parameter))
      .map(({ name, in: place, required = false, description: words = '', schema = {} }) => ({
        ...readField(name, { ...resolved(openApi, schema), description: words }, required),
        place: place === 'path' ? 'path' : 'query',
      })),
    body: readBody(openApi, operation),
    answers: Object.entries(operation.responses).map(([status, response]) =>
      readAnswer(openApi, status, resolved(openApi, response)),
    ),
  };
}

/**
 * @param {OpenApi} openApi
 * @param {OpenApiOperation} operation
 * @returns {RequestBody | undefined}
 */
function readBody(openApi, { requestBody }) {
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (mediaType === undefined || content === undefined) return undefined;
  return {
    description: requestBody?.description ?? '',
    mediaType,
    shape: readShape(openApi, content.schema),
    example: exactJsonText(content.example ?? {}),
  };
}

/**
 * @param {OpenApi} openApi
 * @param {string} status
 * @param {OpenApiResponse} response
 * @returns {Answer}
 */
function readAnswer(openApi, status, { description = '', headers = {}, content = {} }) {
  const [{ schema = {}, example } = {}] = Object.values(content);
  const { items } = resolved(openApi, schema);
  return {
    status,
    description,
    headers: Object.entries(headers).map(([name, header]) => ({
      name,
      description: resolved(openApi, header).description ?? '',
    })),
    shape: readShape(openApi, items ?? schema),
    isList: items !== undefined,
    example: example === undefined ? undefined : exactJsonText(example),
  };
}

/**
 * @param {OpenApi} openApi
 * @param {Schema | undefined} schema
 * @returns {Shape | undefined}
 */
function readShape(openApi, schema = {}) {
  const { properties, required = [], description = '' } = resolved(openApi, schema);
  if (schema.$ref === undefined || properties === undefined) return undefined;
  return {
    name: schema.$ref.replace(/^.*\//, ''),
    description,
    fields: Object.entries(properties).map(([name, property]) =>
      readField(name, resolved(openApi, property), required.includes(name)),
    ),
  };
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {boolean} required
 * @returns {Field}
 */
function readField(name, schema, required) {
  return {
    name,
    required,
    description: schema.description ?? '',
    type: typeWords(schema),
    bounds: boundWords(schema),
    preset: schema.default === undefined ? undefined : String(schema.default),
    choices: schema.enum?.map(String),
  };
}

/**
 * What a reference stands for; what is written beside the reference comes first. The names in this document hold nothing
 * that a JSON pointer would escape.
 *
 * @template {{ $ref?: string }} Node
 * @param {OpenApi} openApi
 * @param {Node} node
 * @returns {Node}
 */
function resolved(openApi, node) {
  const { $ref, ...own } = node;
  if ($ref === undefined) return node;
  /** @type {unknown} */
  let target = openApi;
  for (const name of $ref.split('/').slice(1)) target = /** @type {Record<string, unknown>} */ (target)[name];
  return { .../** @type {Node} */ (target), ...own };
}
