/** The request is not valid: a field is missing, or a value is out of range. It has the fields of the interface's Error body. */
export interface InvalidRequest {
  readonly code: 'invalid_request';
  /** What is wrong and what to do about it, for people; it may change between releases. */
  readonly message: string;
  readonly status: 400;
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
  /**
   * What is known about the pet of a creation:
   *
   * - `not_stored`: it was certainly not stored. Adding it again cannot make two.
   * - `unknown`, or absent: it may be stored.
   *
   * For a list or a get it has no meaning.
   */
  readonly outcome?: 'not_stored' | 'unknown' | undefined;
}

/** Makes an `InvalidRequest`. */
export function invalidRequest(message: string): InvalidRequest {
  return { code: 'invalid_request', message, status: 400 };
}

/** Makes a `NotFound`. */
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
 * @param outcome what is known about the pet of a creation; absent means `unknown`
 */
export function storageFailure(message: string, cause?: unknown, outcome?: StorageFailure['outcome']): StorageFailure {
  const failure = { code: 'storage_failure', message, status: 503, cause } as const;
  return outcome === undefined ? failure : { ...failure, outcome };
}
