import { resolve } from 'node:path';
import { checkOptionNames, type Pet, type PetStorage, ResultAsync, type StorageFailure } from '@petstore/core';
import { failuresOf, toStorageFailure } from './failure.ts';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import { openStorageOn, type AppendingAdapter } from './lowdb-storage.ts';
import { openPetFileOn, type JsonStorageOptions, type PetFile } from './pet-file.ts';
import { describeTornEnd, type TornEnd } from './torn-end.ts';

/** Checks the parameters, and fills in the defaults. */
function checkOptions(path: string, options: JsonStorageOptions): JsonStorageOptions {
  if (typeof path !== 'string') throw new TypeError('path must be a string: the path of a pet file.');
  checkOptionNames(options, { lock: true, onTornEnd: true });
  const warn = (tornEnd: TornEnd) => {
    console.warn(describeTornEnd(path, tornEnd));
  };
  const { lock = true, onTornEnd = warn } = options;
  if (typeof lock !== 'boolean') throw new TypeError('lock must be true or false.');
  if (typeof onTornEnd !== 'function') throw new TypeError('onTornEnd must be a function.');
  return { lock, onTornEnd };
}

/**
 * Opens a storage that keeps its pets in one readable JSON file, an object with an array `pets`, one pet to a line. A missing
 * file, an empty one and one of white space alone are new; its folder must exist.
 *
 * A pet whose creation resolves is on the disk (`fdatasync`; on macOS `F_FULLFSYNC`). Creations at the same time share one write
 * and one sync, whose cost does not grow with the file. A creation that fails leaves nothing in memory, and nothing in the file
 * unless the disk fails to undo it, or another program changed the file. Then, and after a failed sync, only reads go on.
 *
 * A file that was laid out by hand is replaced by a new one at the first creation, which opening tries: a symbolic link to it
 * stays, another hard link keeps the old file. Owner, group and mode stay as far as this process may set them; nobody gets more access.
 *
 * It is for one process, and a disk of its own machine: the lock does not work over a network, nor between a folder and a
 * mount of it.
 *
 * @param path the file's path; a symbolic link is followed and stays
 * @returns the storage, which `await using` closes; StorageFailure, with the path in its message, if the file cannot be opened,
 *   is already open, or is not a pet file (then not one byte of it changes), or if no pet can be added to it
 * @throws TypeError for a wrong or an unknown option, naming it, and for a path that is not a string
 */
export function openJsonStorage(
  path: string,
  options: JsonStorageOptions = {},
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  return openSeededJsonStorage(path, [], checkOptions(path, options));
}

/**
 * Opens the lowdb adapter that {@link openJsonStorage} uses. Give it to lowdb: `new Low(adapter, { pets: [] })`. It
 * reads and writes the whole document, other keys included; `append` adds pets at a cost that does not grow with the file.
 * The caller closes it.
 *
 * @throws TypeError for a wrong or an unknown option, naming it, and for a path that is not a string
 */
export function openPetFile(path: string, options: JsonStorageOptions = {}): ResultAsync<PetFile, StorageFailure> {
  const checked = checkOptions(path, options);
  return ResultAsync.fromPromise(openPetFileOn(nodeFileSystem, resolve(path), checked), toStorageFailure);
}

/**
 * Opens a storage on any lowdb adapter that keeps 64-bit integers exact: `new DataFile(path, { parse, stringify })` with
 * `parseJson` and `stringifyJson` of `petstore-kit` does, lowdb's `JSONFile` rounds them. A pet is as safe as the adapter
 * makes it. An adapter without `append` writes the whole document for each batch of new pets.
 *
 * @returns the storage, which `await using` closes; StorageFailure if the document cannot be read or is not an object with an
 *   array `pets` of pets
 * @throws TypeError for an adapter without `read` or `write`
 */
export function openLowdbStorage(adapter: AppendingAdapter): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  const { read, write } = (adapter as Partial<AppendingAdapter> | undefined) ?? {};
  if (typeof read !== 'function' || typeof write !== 'function') {
    throw new TypeError('adapter must be an adapter of lowdb, with read and write.');
  }
  return ResultAsync.fromPromise(openStorageOn(adapter, failuresOf('The document of pets'), []), toStorageFailure);
}

/**
 * Opens a storage as {@link openJsonStorage} does. A file without pets first gets these, all of them or none. If it
 * cannot be replaced and a crash ends the process meanwhile, only the first of them may be there.
 *
 * @param pets valid pets, by ascending id
 * @param onSeedUnused is called with the number of pets that the file has, if it has any
 */
export function openSeededJsonStorage(
  path: string,
  pets: readonly Pet[],
  options: JsonStorageOptions,
  onSeedUnused?: (pets: number) => void,
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  return openJsonStorageOn(nodeFileSystem, resolve(path), options, pets, onSeedUnused);
}

/** Opens a storage on any file system: {@link openJsonStorage} on Node's, the tests on others. */
export function openJsonStorageOn(
  fileSystem: FileSystem,
  path: string,
  options: JsonStorageOptions = {},
  seed: readonly Pet[] = [],
  onSeedUnused?: (pets: number) => void,
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  return ResultAsync.fromPromise(open(), toStorageFailure);

  async function open(): Promise<PetStorage & AsyncDisposable> {
    const file = await openPetFileOn(fileSystem, path, options);
    try {
      return await openStorageOn(file, failuresOf(`The pet file ${path}`), seed, onSeedUnused);
    } catch (error) {
      await file.close().catch(() => undefined); // the first error counts
      throw error;
    }
  }
}
