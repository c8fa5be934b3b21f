import type { PetStorage, ResultAsync, StorageFailure } from '@petstore/core';

/**
 * Makes a storage that is opened by its first call, so that a server listens before a file or a table is created. Calls wait until
 * the storage is open.
 *
 * @param open opens the storage; a second call returns the same result
 */
export function createLazyStorage(open: () => ResultAsync<PetStorage, StorageFailure>): PetStorage {
  return {
    insert: (newPet) => open().andThen((storage) => storage.insert(newPet)),
    findById: (id) => open().andThen((storage) => storage.findById(id)),
    list: (query) => open().andThen((storage) => storage.list(query)),
    close: () => open().andThen((storage) => storage.close()),
  };
}
