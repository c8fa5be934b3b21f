import type { InvalidRequest, NotFound, PetStore, Result, StorageFailure } from '@petstore/core';
import type * as z from 'zod/mini';
import type { ErrorMessages } from '../openapi/errors.ts';
import type { Examples } from '../openapi/examples.ts';
import type { SchemaName } from '../openapi/schemas.ts';
import type { HttpRequest, RequestError } from '../request.ts';

/** The names of the operations in docs/interface.md, part 4. */
export type OperationName = 'listPets' | 'createPet' | 'getPet';

/**
 * All about one operation of the interface. The router, `Allow`, CORS, the deprecation headers, the log and the OpenAPI document are
 * made from these records.
 */
export interface Operation {
  readonly name: OperationName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path after `/v1`. A segment in braces is a parameter; all operations of one path must use the same name for it. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** Set if the operation will be removed. */
  readonly deprecation?: Deprecation;
  readonly parameters?: OperationParameters;
  readonly requestBody?: Content;
  readonly success: Content & { readonly status: 200 | 201 };
  /** The errors in the document by code, without 401 and 503, which every operation has. */
  readonly errors: ErrorMessages;
  /**
   * Decodes the request, calls the store, and writes the result as JSON. It does not validate: the store does. It uses `then`
   * instead of the `map` of a ResultAsync: see decisions/results.md.
   */
  handle(input: OperationInput): PromiseLike<OperationResult>;
}

export interface OperationParameters {
  readonly in: 'query' | 'path';
  /** The schema of an object with a property for each. */
  readonly schema: z.core.$ZodObject;
  readonly examples: Examples<Readonly<Record<string, string | number>>>;
}

/** A JSON body, as the document describes it. */
export interface Content {
  readonly description: string;
  readonly schema: SchemaName;
  readonly examples: Examples;
}

/** When an operation is removed, and what replaces it. */
export interface Deprecation {
  /** The day of the removal, as YYYY-MM-DD. */
  readonly sunset: string;
  /** The URL of the successor, relative to the request, so that it works below any mount. */
  readonly successor: string;
}

/** What an operation works on: the store and the parts of the request. */
export interface OperationInput {
  readonly store: PetStore;
  readonly query: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly request: HttpRequest;
  readonly maxBodyBytes: number;
}

/** The JSON text of what an operation returns. */
export type OperationResult = Result<string, OperationError>;

/** Why an operation failed: an error of the store, or of the body. */
export type OperationError = InvalidRequest | NotFound | StorageFailure | RequestError;
