import {
  err,
  okAsync,
  ResultAsync,
  storageFailure,
  type Pet,
  type PetStorage,
  type StorageFailure,
} from '@petstore/core';

/** How many pets are created concurrently: a pool has ten connections, and a creation waits for a free one only for a while. */
const batchSize = 20;

/**
 * Adds pets to an empty storage, which assigns their ids. A storage with a pet is left as it is.
 *
 * @returns the storage, or its first failure. After a failure the storage is closed, and the pets that were added stay
 */
export function addPets(storage: PetStorage, pets: readonly Pet[]): ResultAsync<PetStorage, StorageFailure> {
  return storage
    .list({ limit: 1 })
    .andThen((listed) => (listed.length > 0 ? okAsync() : addFrom(0).mapErr(addedInPart)))
    .map(() => storage)
    .orElse((failure) =>
      storage
        .close()
        .orElse(() => okAsync())
        .andThen(() => err(failure)),
    );

  function addFrom(start: number): ResultAsync<void, StorageFailure> {
    if (start >= pets.length) return okAsync();
    const creations = pets.slice(start, start + batchSize).map(({ id, ...newPet }) => storage.insert(newPet));
    return ResultAsync.combine(creations).andThen(() => addFrom(start + batchSize));
  }
}

/** The next start would not complete the seed: it would treat the stored pets as the user's own. */
function addedInPart({ message, cause }: StorageFailure): StorageFailure {
  return storageFailure(
    `Empty the table before the next start, because the seed may be stored in part: ${message}`,
    cause,
  );
}
