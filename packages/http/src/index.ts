export { createHandler, type HttpHandler, type RequestLine } from './handler.ts';
export type { OperationName } from './operations.ts';
export type { HttpOptions } from './options.ts';
export { openApiDocument, type OpenApiDocument, type OpenApiOptions, type OpenApiServer } from './openapi-document.ts';
export type { Page } from './pages.ts';
export type { Reply } from './reply.ts';
export type { BodyFailure, HttpRequest } from './request.ts';
export type { RequestRecord } from './request-record.ts';
export type { WireError, WireErrorCode } from './wire-error.ts';
