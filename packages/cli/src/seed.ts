import { err, ok, okAsync, ResultAsync, type Pet, type Result, type StorageFailure } from '@petstore/core';

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

/** Reads the pets of a file, with their ids; none for example pets. */
export function readSeed(seed: Seed): ResultAsync<readonly Pet[], StorageFailure> {
  if (seed.kind === 'examples') return okAsync([]);
  return ResultAsync.fromSafePromise(import('@petstore/storage-json/internal')).andThen(({ readPets }) =>
    readPets(seed.path, 'seed file'),
  );
}
