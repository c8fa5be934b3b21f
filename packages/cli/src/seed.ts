import { err, ok, okAsync, ResultAsync, type Pet, type Result, type StorageFailure } from '@petstore/core';
import { examplePets } from './example-pets.ts';

/** What an empty store starts with: the number of example pets, or the path of a file with pets. */
export type Seed = number | string;

/** Reads the option `--seed`. */
export function parseSeed(text: string): Result<Seed, string> {
  if (/\.json$/i.test(text)) return ok(text);
  if (/^[0-9]{1,6}$/.test(text)) return ok(Number(text));
  return err(`--seed must be an integer from 0 to 999999 or a file whose name ends in .json, not "${text}".`);
}

/** Makes the example pets, or reads the pets of a file, with their ids. */
export function readSeed(seed: Seed): ResultAsync<readonly Pet[], StorageFailure> {
  if (typeof seed === 'number') return okAsync(examplePets(seed));
  return ResultAsync.fromSafePromise(import('@petstore/storage-json/internal')).andThen(({ readPets }) =>
    readPets(seed, 'seed file'),
  );
}
