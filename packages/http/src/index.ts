export { parseAddress } from './address.ts';
export { apiKeyRule, isApiKey } from './keys/api-key.ts';
export { parseBearerKey, createKeyMatcher, type ApiKeys } from './concerns/authentication.ts';
export { readChunks, readUpTo } from './body/body-chunks.ts';
export { createCorsHeaders } from './concerns/cors.ts';
export {
  createFetchHandler,
  toRequest,
  toResponse,
  type FetchHandler,
  type RequestOptions,
} from './fetch/fetch-handler.ts';
export { toHttpRequest } from './fetch/fetch-request.ts';
export { createHandler, type PetStoreHandler } from './handler.ts';
export { tokenPattern, headerValuePattern } from './header-field.ts';
export { Html, html, prose, type HtmlPart } from './html.ts';
export { readJsonBody } from './body/json-body.ts';
export { createRedact, redactedKey, type Redact } from './keys/redact.ts';
export { anyBase, openApiDocument, type OpenApiDocument, type OpenApiOptions } from './openapi/document.ts';
export type { OpenApiVersion } from './openapi/schemas.ts';
export { createPet } from './operations/create-pet.ts';
export { getPet } from './operations/get-pet.ts';
export { listPets } from './operations/list-pets.ts';
export type { OperationName } from './operations/operation.ts';
export { operations } from './operations/operations.ts';
export { httpOptionsSchema, type HttpOptions } from './options.ts';
export type { Page } from './concerns/page.ts';
export type { HttpResponse } from './response.ts';
export { bodyAborted, bodyTooLong, type HttpRequest, type RequestError } from './request.ts';
export type { RequestLog } from './concerns/request-log.ts';
export { quoteIfNeeded } from './shell.ts';
export { createRouter, decodeUnreserved, splitTarget } from './router.ts';
export { errorStatuses, type ErrorBody, type HttpErrorCode } from './http-error.ts';
