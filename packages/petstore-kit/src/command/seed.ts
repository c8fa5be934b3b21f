import {
  err,
  ok,
  okAsync,
  ResultAsync,
  type NewPet,
  type PetStorage,
  type Result,
  type StorageFailure,
} from '@petstore/core';
import { createExamplePets } from './example-pets.ts';

/** Makes a number of example pets, or reads the pets of a file. */
export function readSeed(seed: string): ResultAsync<readonly NewPet[], StorageFailure> {
  if (/^[0-9]+$/.test(seed)) return okAsync(createExamplePets(Number(seed)));
  return ResultAsync.fromSafePromise(import('@petstore/storage-json'))
    .andThen(({ readPets }) => readPets(seed))
    .map((pets) => pets.map(({ id: _id, ...newPet }) => newPet));
}

/** How many creations wait for each other. A file stores so many in one write: all of them or none. */
const atOnce = 1000;

/**
 * Creates the pets of a seed in a storage without pets.
 *
 * @returns how many pets the storage had before
 */
export async function createSeed(
  storage: PetStorage,
  seed: readonly NewPet[],
): Promise<Result<number, StorageFailure>> {
  const found = await storage.list({ limit: Number.MAX_SAFE_INTEGER });
  if (found.isErr()) return err(found.error);
  if (found.value.length > 0) return ok(found.value.length);
  for (let start = 0; start < seed.length; start += atOnce) {
    const newPets = seed.slice(start, start + atOnce);
    const created = await ResultAsync.combine(newPets.map((newPet) => storage.insert(newPet)));
    if (created.isErr()) return err(created.error);
  }
  return ok(0);
}
