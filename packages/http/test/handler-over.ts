import { createPetStore, type OpenStorage, type ResultAsync, type StorageFailure } from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import { expect } from 'vitest';
import type { ApiKeys } from '../src/concerns/authentication.ts';
import { createHandler } from '../src/handler.ts';
import { errorStatuses, type HttpErrorCode } from '../src/http-error.ts';
import type { HttpOptions } from '../src/options.ts';
import type { HttpResponse } from '../src/response.ts';
import { createMemoryRequest, type RequestParts } from './memory-request.ts';

/** The API key of every handler, and the header with it. */
export const key = 'key';
export const authorization = { authorization: `Bearer ${key}` };

/** What a handler under test is made of. */
export interface Parts extends Partial<HttpOptions> {
  readonly storage?: OpenStorage | undefined;
  readonly keys?: ApiKeys;
}

/** Makes a handler, by default over an empty memory storage. */
export function handlerOver({ storage = createMemoryStorage(), keys = [key], ...options }: Parts = {}) {
  return createHandler({ store: createPetStore({ storage }), apiKeys: keys, ...options });
}

/** Makes a handler, and answers one request. */
export function answer(request: RequestParts, parts?: Parts): Promise<HttpResponse> {
  return handlerOver(parts).handle(createMemoryRequest(request));
}

/** Makes a function that throws. */
export function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}

/** Makes a storage whose methods all return the same. */
export function createStorage(call: () => ResultAsync<never, StorageFailure>): OpenStorage {
  return { insert: call, findById: call, list: call, close: call };
}

/** Expects that the body of a response is an Error whose code and status fit. */
export function expectErrorBody({ status, body }: HttpResponse): void {
  const error = JSON.parse(body) as { code: HttpErrorCode; message: string; status: number };
  expect(Object.keys(error)).toEqual(['code', 'message', 'status']);
  expect(error.status).toBe(status);
  expect(errorStatuses[error.code]).toBe(status);
  expect(error.message).toMatch(/./);
}
