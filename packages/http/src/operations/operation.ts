import type { InvalidRequest, NotFound, PetStore, Result, StorageFailure } from '@petstore/core';
import type { ZodObject } from 'zod';
import type { DocumentedErrorCode } from '../openapi-errors.ts';
import type { SchemaName } from '../openapi-schemas.ts';
import type { HttpRequest, RequestError } from '../request.ts';

/**
 * An operation of the interface, with all that is known about it. The router, `Allow`, CORS, the deprecation headers, the
 * log and the OpenAPI document are made from these records.
 */
export interface Operation {
  /** The name in docs/interface.md, part 4. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path behind `/v1`; a segment in braces is a parameter, which operations on one path must name alike. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** Set for an operation that is to be removed. */
  readonly deprecation?: Deprecation;
  /** The parameters of the query or of the path: the schema of an object that has them as its properties. */
  readonly parameters?: { readonly in: 'query' | 'path'; readonly schema: ZodObject };
  readonly requestBody?: Content;
  readonly success: Content & { readonly status: 200 | 201 };
  /** The errors that the document lists, beside 401 and 503, which every operation has. */
  readonly errors: readonly DocumentedErrorCode[];
  /**
   * Decodes the request, calls the store, which validates, and writes the result as JSON. It uses `then` instead of the
   * `map` of a ResultAsync (measured: bench/README.md).
   */
  handle(call: Call): PromiseLike<Handled>;
}

/** A JSON body in the document. */
export interface Content {
  readonly description: string;
  readonly schema: SchemaName;
  readonly example: unknown;
}

/** When an operation is removed, and what replaces it. */
export interface Deprecation {
  /** The day of the removal, as YYYY-MM-DD. */
  readonly sunset: string;
  /** The URL of the successor, relative to the request, so that it holds wherever the store is mounted. */
  readonly successor: string;
}

/** What an operation works on: the store, which a valid key opened, and the parts of the request. */
export interface Call {
  readonly store: PetStore;
  /** The query as it was sent. */
  readonly query: string;
  /** The parameters of the path by name. */
  readonly path: Readonly<Record<string, string>>;
  /** The request, for its body. */
  readonly request: HttpRequest;
  /** The most bytes that the body may have. */
  readonly maxBodyBytes: number;
}

/** The JSON text of what an operation returns. */
export type Handled = Result<string, OperationError>;

/** Why an operation failed: an error of the store, or of the body. */
export type OperationError = InvalidRequest | NotFound | StorageFailure | RequestError;
