import { storageFailure, type StorageFailure } from '@petstore/core';

/** Makes the failure of a pet file; its message names the file. */
export type FileFailure = (what: string, cause?: Error) => StorageFailure;

/** Makes a {@link FileFailure} for the file at a path. */
export function failureOf(path: string): FileFailure {
  return (what, cause) =>
    storageFailure(`The pet file ${path} ${what}${cause === undefined ? '' : ` (${cause.message})`}.`, cause);
}
