import { okAsync, ResultAsync, type NewPet, type PetStorage, type StorageFailure } from '@petstore/core';
import { createExamplePets } from './example-pets.ts';

/** Makes a number of example pets, or reads the pets of a file. */
export function readSeed(seed: string): ResultAsync<readonly NewPet[], StorageFailure> {
  if (/^[0-9]+$/.test(seed)) return okAsync(createExamplePets(Number(seed)));
  return ResultAsync.fromSafePromise(import('@petstore/storage-json'))
    .andThen(({ readPets }) => readPets(seed))
    .map((pets) => pets.map(({ id: _id, ...newPet }) => newPet));
}

/**
 * Creates the pets of a seed in a storage without pets.
 *
 * @returns how many pets the storage had before
 */
export function createSeed(storage: PetStorage, seed: readonly NewPet[]): ResultAsync<number, StorageFailure> {
  return storage.list({ limit: Number.MAX_SAFE_INTEGER }).andThen(({ length }) => {
    if (length > 0) return okAsync(length);
    return ResultAsync.combine(seed.map((newPet) => storage.insert(newPet))).map(() => 0);
  });
}
