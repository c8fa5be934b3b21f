import { err, okAsync, ResultAsync, type Pet, type PetStorage, type StorageFailure } from '@petstore/core';

/** How many pets are created concurrently: a pool has ten connections, and a creation waits for a free one only for a while. */
const batchSize = 20;

/**
 * Adds pets to a storage that has none; it gives them ids of its own.
 *
 * @returns the storage; its first failure, after which it is closed
 */
export function addPets(storage: PetStorage, pets: readonly Pet[]): ResultAsync<PetStorage, StorageFailure> {
  return storage
    .list({ limit: 1 })
    .andThen((listed) => (listed.length > 0 ? okAsync() : addFrom(0)))
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
