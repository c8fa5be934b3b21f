import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  anyFunction,
  parseOptions,
  ResultAsync,
  strictObject,
  type OpenStorage,
  type Pet,
  type StorageFailure,
} from '@petstore/core';
import * as z from 'zod/mini';
import { attempt, expectSize, Failure, notRegularMessage, toStorageFailure } from './failure.ts';
import { isSpecial, nodeFileSystem, type FileSystem } from './file-system.ts';
import { openFile } from './open-file.ts';
import { openStorage } from './lowdb-storage.ts';
import { PetFile, type TornEnd } from './pet-file.ts';
import { isBlank, parsePetFile, validatePets } from './pet-file-format.ts';

/** Options of `openJsonStorage`. */
export interface JsonStorageOptions {
  /**
   * Whether to lock the file, so that neither this process nor another one can open it a second time. The default is true.
   *
   * Set false on Bun, Deno and platforms without such a lock. Then make sure that nothing else opens the file: two storages that
   * write at the same moment may lose pets.
   */
  readonly lock?: boolean | undefined;
  /**
   * Called after a torn end was cut off. The default prints a warning. A file beside the pet file keeps the bytes.
   *
   * After a crash, these bytes contain no pet whose creation resolved. After an incomplete copy of the file, they may.
   */
  readonly onTornEnd?: ((tornEnd: TornEnd) => void) | undefined;
}

/**
 * Opens a storage that keeps its pets in one readable JSON file: an object with an array `pets`, one pet to a line.
 *
 * When a creation resolves, its pet is on the disk. Concurrent creations share one write and one sync. A creation that fails is rolled
 * back. If that is not possible, or a sync fails, the storage becomes read-only.
 *
 * A missing file and an empty one are new. The folder must exist. A file of another layout is rewritten by the first creation.
 *
 * For one process at a time, and a file on a local disk.
 *
 * @example
 * ```ts
 * await using storage = await unwrap(openJsonStorage('pets.json'));
 * const store = createPetStore({ storage });
 * ```
 *
 * @param path the file's path. It may be a symbolic link
 * @returns the storage, which `await using` closes. A StorageFailure if the file cannot be opened, is already open or is not a pet
 *   file, or if no pet can be added to it. The message names the path. A file that is refused does not change
 * @throws TypeError if an option is wrong or unknown, or if the path is not a string. The message names it
 */
export function openJsonStorage(
  path: string,
  options: JsonStorageOptions = {},
): ResultAsync<OpenStorage & AsyncDisposable, StorageFailure> {
  if (typeof path !== 'string') throw new TypeError('path must be a string.');
  const warn = (tornEnd: TornEnd) => console.warn(describeTornEnd(path, tornEnd));
  const { lock, onTornEnd = warn } = parseOptions(optionsSchema, options);
  return openJsonStorageOn(nodeFileSystem, resolve(path), { lock, onTornEnd });
}

const optionsSchema = strictObject({
  lock: z._default(z.boolean(), true),
  onTornEnd: z.optional(anyFunction<(tornEnd: TornEnd) => void>()),
});

/** Opens a storage on a file system, which the tests replace by one that fails. */
export function openJsonStorageOn(
  fileSystem: FileSystem,
  path: string,
  { lock = true, onTornEnd }: JsonStorageOptions = {},
): ResultAsync<OpenStorage & AsyncDisposable, StorageFailure> {
  const convert = toStorageFailure(`The pet file ${path}`);
  const opening = openFile(fileSystem, path, lock).then((opened) =>
    openStorage(new PetFile(fileSystem, path, opened, onTornEnd), convert),
  );
  return ResultAsync.fromPromise(opening, convert);
}

/** Says what was cut off a torn file, and what to do. */
export function describeTornEnd(path: string, { bytes, path: keptIn, pets }: TornEnd): string {
  const end = keptIn === undefined ? 'only its closing brackets were missing' : `${bytes} bytes, kept in ${keptIn}`;
  return `The torn end of ${path} was cut off: ${end}. Pets that remain: ${pets}. If the file is an incomplete copy, stop and restore the whole one.`;
}

/** Reads the pets of a file in any layout, by ascending id. Neither locks nor changes the file. Refuses a torn one. */
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
