import type { PetStorage, ResultAsync, StorageFailure } from '@petstore/core';

/**
 * Makes a storage that its first call opens, so that a server can listen before a file or a table is created.
 *
 * @param open opens the storage once, and returns the same result again
 */
export function lazyStorage(open: () => ResultAsync<PetStorage, StorageFailure>): PetStorage {
  return {
    insert: (newPet) => open().andThen((storage) => storage.insert(newPet)),
    findById: (id) => open().andThen((storage) => storage.findById(id)),
    list: (query) => open().andThen((storage) => storage.list(query)),
    close: () => open().andThen((storage) => storage.close()),
  };
}
