/** The request is not valid: a field is missing, or a value is out of range. It has the fields of the interface's Error body, and more. */
export interface InvalidRequest {
  readonly code: 'invalid_request';
  /** What is wrong and what to do about it, for people; it may change between releases. */
  readonly message: string;
  readonly status: 400;
  /** No pet was created, and none will be. */
  readonly outcome: 'not_created';
}

/** There is no such pet. It has the fields of the interface's Error body. */
export interface NotFound {
  readonly code: 'not_found';
  /** What is wrong and what to do about it, for people; it may change between releases. */
  readonly message: string;
  readonly status: 404;
}

/**
 * The storage failed: a full disk, a lost connection, a closed storage. The interface does not define this error. `status` is
 * its status over HTTP.
 */
export interface StorageFailure {
  readonly code: 'storage_failure';
  /** What failed and what to do about it, for the operator. Over HTTP, a client gets a general message instead. */
  readonly message: string;
  readonly status: 503;
  /** The error that the disk or the database reported, if there is one. */
  readonly cause?: unknown;
  readonly outcome: Outcome;
}

/**
 * What is known about the pet of a creation that failed. Every error of a creation says it. For a list or a get it has no meaning.
 *
 * - `not_created`: no pet was created, and none will be. Adding it again cannot make two.
 * - `unknown`: a pet may have been created.
 */
export type Outcome = 'not_created' | 'unknown';

export function invalidRequest(message: string): InvalidRequest {
  return { code: 'invalid_request', message, status: 400, outcome: 'not_created' };
}

export function notFound(message: string): NotFound {
  return { code: 'not_found', message, status: 404 };
}

/**
 * Makes a `StorageFailure`. For people who write a storage.
 *
 * @example
 * ```ts
 * return ResultAsync.fromPromise(append(pet), (cause) => storageFailure('The log cannot be written.', cause));
 * ```
 *
 * @param message what failed and what to do about it
 * @param cause the error of the disk or the database
 * @param outcome what is known about the pet of a creation
 */
export function storageFailure(message: string, cause?: unknown, outcome: Outcome = 'unknown'): StorageFailure {
  return { code: 'storage_failure', message, status: 503, outcome, cause };
}
