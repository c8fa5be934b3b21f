import type { InvalidRequest, NotFound, StorageFailure } from '@petstore/core';

/** The errors of the store have the same status in process. */
type StoreStatuses = { readonly [E in InvalidRequest | NotFound | StorageFailure as E['code']]: E['status'] };

/** The status of each `code` of an Error body. */
export const errorStatuses = {
  invalid_request: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  header_fields_too_large: 431,
  internal_error: 500,
  not_implemented: 501,
  storage_failure: 503,
} as const satisfies StoreStatuses & Readonly<Record<string, number>>;

/** The `code` of an Error body. */
export type HttpErrorCode = keyof typeof errorStatuses;
