import { ResultAsync, type PetStorage, type Result, type StorageFailure } from '@petstore/core';

/** A storage whose calls wait until it is opened. */
export interface LateStorage extends PetStorage {
  /** Passes the waiting calls on to the opened storage, or fails them. */
  settle(opening: Result<PetStorage, StorageFailure>): void;
}

/** Creates a {@link LateStorage}, so that a server can listen before a file or a table is created. */
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
