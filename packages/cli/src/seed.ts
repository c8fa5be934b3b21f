import { err, ok, okAsync, ResultAsync, type Pet, type Result, type StorageFailure } from '@petstore/core';
import { examplePets } from './example-pets.ts';

/** What an empty store starts with: a number of example pets, or the pets of a file. */
export type Seed =
  { readonly kind: 'examples'; readonly count: number } | { readonly kind: 'file'; readonly path: string };

const mostExamples = 1_000_000;

/** Reads the option `--seed`. */
export function parseSeed(text: string): Result<Seed, string> {
  if (/\.json$/i.test(text)) return ok({ kind: 'file', path: text });
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : NaN;
  if (count <= mostExamples) return ok({ kind: 'examples', count });
  return err(`--seed must be an integer from 0 to ${mostExamples} or a file whose name ends in .json, not "${text}".`);
}

/** Makes the example pets, or reads the pets of a file, with their ids. */
export function readSeed(seed: Seed): ResultAsync<readonly Pet[], StorageFailure> {
  if (seed.kind === 'examples') return okAsync(examplePets(seed.count));
  return ResultAsync.fromSafePromise(import('@petstore/storage-json/internal')).andThen(({ readPets }) =>
    readPets(seed.path, 'seed file'),
  );
}
