import type { PetStorage, ResultAsync, StorageFailure } from '@petstore/core';

/**
 * Makes a storage that is opened by its first call. So a server listens before a file or a table is created. Calls wait until the
 * storage is open. Later calls go straight to it.
 *
 * @param open opens the storage; a second call returns the same result
 */
export function createLazyStorage(open: () => ResultAsync<PetStorage, StorageFailure>): PetStorage {
  const opened = () =>
    open().map((storage) => {
      lazy.insert = (newPet) => storage.insert(newPet);
      lazy.findById = (id) => storage.findById(id);
      lazy.list = (query) => storage.list(query);
      lazy.close = () => storage.close();
      return storage;
    });
  const lazy: PetStorage = {
    insert: (newPet) => opened().andThen((storage) => storage.insert(newPet)),
    findById: (id) => opened().andThen((storage) => storage.findById(id)),
    list: (query) => opened().andThen((storage) => storage.list(query)),
    close: () => opened().andThen((storage) => storage.close()),
  };
  return lazy;
}
