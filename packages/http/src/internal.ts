/**
 * What the packages of this project share. It is for them alone, and may change in any release.
 *
 * @module
 */
export { bearerKey, isOneOf } from './authentication.ts';
export { corsHeaders } from './cors.ts';
export { toRequest, toResponse } from './fetch-handler.ts';
export { fetchRequest } from './fetch-request.ts';
export { readJsonBody } from './json-body.ts';
export { componentSchemas, refer, type JsonSchema } from './openapi-schemas.ts';
export { checkOptions, httpOptionNames } from './options.ts';
export { operations } from './operations/operations.ts';
export { createRouter, decodeUnreserved } from './router.ts';
