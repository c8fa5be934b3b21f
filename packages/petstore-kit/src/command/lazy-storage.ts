import { createUniformStorage, type PetStorage, type ResultAsync, type StorageFailure } from '@petstore/core';

/**
 * Makes a storage that is opened by its first call, so that a server listens before a file or a table is created. Calls wait until
 * the storage is open.
 *
 * @param open opens the storage; a second call returns the same result
 */
export function createLazyStorage(open: () => ResultAsync<PetStorage, StorageFailure>): PetStorage {
  let opened: PetStorage | undefined;
  return createUniformStorage((call) =>
    opened === undefined ? open().andThen((storage) => call((opened = storage))) : call(opened),
  );
}
