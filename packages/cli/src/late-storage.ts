import { ResultAsync, type PetStorage, type Result, type StorageFailure } from '@petstore/core';

/** A storage that is opened after it was handed out. */
export interface LateStorage extends PetStorage {
  /** Gives it the storage that it waits for, or why there is none. */
  settle(opening: Result<PetStorage, StorageFailure>): void;
}

/** Creates a storage whose calls wait until it is opened. So a server can listen before a file or a table is made for it. */
export function createLateStorage(): LateStorage {
  let settle: LateStorage['settle'] = () => undefined;
  const opened = new ResultAsync<PetStorage, StorageFailure>(
    new Promise((resolve) => {
      settle = resolve;
    }),
  );
  return {
    settle,
    insert: (newPet) => opened.andThen((storage) => storage.insert(newPet)),
    findById: (id) => opened.andThen((storage) => storage.findById(id)),
    list: (query) => opened.andThen((storage) => storage.list(query)),
    close: () => opened.andThen((storage) => storage.close()),
  };
}
