import { okAsync, ResultAsync, type Pet, type StorageFailure } from '@petstore/core';
import { createExamplePets } from './example-pets.ts';

/** Makes a number of example pets, or reads the pets of a file with their ids. */
export function readSeed(seed: string): ResultAsync<readonly Pet[], StorageFailure> {
  if (/^[0-9]+$/.test(seed)) return okAsync(createExamplePets(Number(seed)));
  return ResultAsync.fromSafePromise(import('@petstore/storage-json')).andThen(({ readPets }) => readPets(seed));
}
