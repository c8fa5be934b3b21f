import type { PetStorage, ResultAsync, StorageFailure } from '@petstore/core';

/**
 * Makes a storage that its first call opens, so that a server can listen before a file or a table is created. Calls wait until
 * it is open. Later ones go straight to the opened storage.
 *
 * @param open opens the storage once, and returns the same result again
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
