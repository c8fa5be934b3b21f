/** The request is not valid: a missing field, a value out of range. Shaped as the interface's Error body. */
export interface InvalidRequest {
  readonly code: 'invalid_request';
  /** What is wrong and what to do about it, for people; it may change between releases. */
  readonly message: string;
  readonly status: 400;
}

/** There is no such pet. Shaped as the interface's Error body. */
export interface NotFound {
  readonly code: 'not_found';
  /** What is wrong and what to do about it, for people; it may change between releases. */
  readonly message: string;
  readonly status: 404;
}

/**
 * The storage failed: a full disk, a lost connection, a closed storage. The interface does not define it; its `status` is
 * the one that it has over HTTP.
 */
export interface StorageFailure {
  readonly code: 'storage_failure';
  /** Tells the operator what failed and what to do about it. Over HTTP, a client gets a general message instead. */
  readonly message: string;
  readonly status: 503;
  /** The error that the disk or the database reported, if there is one. */
  readonly cause?: unknown;
  /**
   * For a creation: `not_stored` if the pet was certainly not stored, so that adding it again cannot make two. Otherwise `unknown`, which is
   * also meant if the field is absent. For a list or a get it means nothing.
   */
  readonly outcome?: 'not_stored' | 'unknown' | undefined;
}

/** Makes an {@link InvalidRequest}. */
export function invalidRequest(message: string): InvalidRequest {
  return { code: 'invalid_request', message, status: 400 };
}

/** Makes a {@link NotFound}. */
export function notFound(message: string): NotFound {
  return { code: 'not_found', message, status: 404 };
}

/**
 * Makes a {@link StorageFailure}. For people who write a storage.
 *
 * @param outcome what is known of the pet that was to be stored; absent means `unknown`
 */
export function storageFailure(message: string, cause?: unknown, outcome?: StorageFailure['outcome']): StorageFailure {
  const failure = { code: 'storage_failure', message, status: 503, cause } as const;
  return outcome === undefined ? failure : { ...failure, outcome };
}
