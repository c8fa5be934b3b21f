export { createFetchHandler, type FetchHandler } from './fetch-handler.ts';
export type { HttpOptions, RequestRecord } from '@petstore/http';
