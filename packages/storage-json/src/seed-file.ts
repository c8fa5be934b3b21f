import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ResultAsync, type Pet, type StorageFailure } from '@petstore/core';
import { attempt, expectSize, Failure, notRegularMessage, toStorageFailure } from './failure.ts';
import { isSpecial } from './file-system.ts';
import { isBlank, parsePetFile, validatePets } from './pet-file-format.ts';

/**
 * Reads the pets of a file in any layout. It neither locks nor changes the file, which may be read-only. It refuses a torn file.
 *
 * @returns the pets, by ascending id
 */
export function readPets(path: string): ResultAsync<readonly Pet[], StorageFailure> {
  return ResultAsync.fromPromise(read(), toStorageFailure(`The seed file ${resolve(path)}`));

  async function read(): Promise<readonly Pet[]> {
    const status = await attempt('cannot be read', () => stat(path));
    if (isSpecial(status)) throw new Failure(notRegularMessage);
    expectSize(status.size);
    const bytes = await attempt('cannot be read', () => readFile(path)); // for a folder, its error says so
    if (isBlank(bytes)) throw new Failure('is empty: a file without pets is {"pets":[]}');
    const { document, tornEnd } = parsePetFile(bytes);
    if (tornEnd !== undefined) throw new Failure('has a torn end, as after a crash or in an incomplete copy');
    return validatePets(document);
  }
}
