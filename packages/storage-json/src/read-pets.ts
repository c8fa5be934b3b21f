import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ResultAsync, type Pet, type StorageFailure } from '@petstore/core';
import { failuresOf, notRegular, toStorageFailure } from './failure.ts';
import { isNew, parsePetFile } from './parse-pet-file.ts';
import { petsOf } from './pet-document.ts';

/**
 * Reads the pets of a file that a storage wrote or that is laid out by hand. The file is neither locked nor changed, so it may
 * be read-only; one with a torn end is refused.
 *
 * @param what the kind of file that messages name, such as "seed file"
 * @returns the pets, by ascending id
 */
export function readPets(path: string, what: string): ResultAsync<readonly Pet[], StorageFailure> {
  return ResultAsync.fromPromise(read(), toStorageFailure);

  async function read(): Promise<readonly Pet[]> {
    const { failure, attempt } = failuresOf(`The ${what} ${resolve(path)}`);
    const status = await attempt('cannot be read', () => stat(path));
    if (!status.isFile() && !status.isDirectory()) throw failure(notRegular); // reading one may never end
    const bytes = await attempt('cannot be read', () => readFile(path)); // for a folder, its error says so
    if (isNew(bytes)) throw failure('is empty, or has a torn end before its first pet');
    const { document, tornEnd } = await attempt('is not JSON', () => parsePetFile(bytes));
    if (tornEnd !== undefined) throw failure('has a torn end, as after a crash or in an incomplete copy');
    const pets = petsOf(document);
    if (pets.isErr()) throw failure(pets.error);
    return pets.value;
  }
}
