import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ResultAsync, type Pet, type StorageFailure } from '@petstore/core';
import { failuresOf, notRegular, toStorageFailure } from './failure.ts';
import { parsePetFile } from './parse-pet-file.ts';
import { notPets, petsOf } from './pet-document.ts';

/**
 * Reads the pets of a file that a storage wrote or that is laid out by hand. The file is neither locked nor changed, so it may
 * be read-only; one with a torn end is refused.
 *
 * @returns the pets, by ascending id
 */
export function readPets(path: string): ResultAsync<readonly Pet[], StorageFailure> {
  return ResultAsync.fromPromise(read(), toStorageFailure);

  async function read(): Promise<readonly Pet[]> {
    const failures = failuresOf(`The seed file ${resolve(path)}`);
    const status = await failures.attempt('cannot be read', () => stat(path));
    if (!status.isFile() && !status.isDirectory()) throw failures.failure(notRegular); // reading one may never end
    const bytes = await failures.attempt('cannot be read', () => readFile(path)); // for a folder, its error says so
    const { document, tornEnd } = await failures.attempt(notPets, () => parsePetFile(bytes));
    if (tornEnd !== undefined) throw failures.failure('has a torn end, as after a crash or in an incomplete copy');
    return petsOf(document, failures);
  }
}
