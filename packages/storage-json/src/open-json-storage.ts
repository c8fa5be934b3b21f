import { resolve } from 'node:path';
import { storageFailure, type PetStorage, type StorageFailure } from '@petstore/core';
import { errAsync, type ResultAsync } from 'neverthrow';
import { openJsonStorageOn, type JsonStorageOptions } from './json-storage.ts';
import { nodeFileSystem } from './node-file-system.ts';

/**
 * Opens a storage that keeps its pets in one readable JSON file, an object with an array `pets`, one pet to a line. A file
 * that is missing or empty is new; its folder must be there.
 *
 * A pet whose creation resolves is on the disk (`fdatasync`; on macOS `F_FULLFSYNC`). Pets that are created at once share
 * one write and one sync, whose cost does not grow with the file. A creation that fails leaves nothing in the file or in
 * memory. After a failed sync, or once another program has changed the file, creations fail and reads go on. A creation
 * that fails because of such a change may remain in the file.
 *
 * It is for one process on one machine's own disk: the lock that keeps others out does not reach over a network.
 *
 * A file that was laid out by hand is replaced by a new one at the first creation: a symbolic link to it stays, another hard
 * link keeps the old file. The new one has the owner, the group and the mode of the old one, as far as this process may set
 * them; nobody has more access than before.
 *
 * @param path the file's path; a symbolic link is followed and stays
 * @returns the storage; StorageFailure, with the path in its message, where the file cannot be opened, is already open,
 *   or is no pet file, in which case it stays as it is to the byte
 */
export function openJsonStorage(
  path: string,
  options: JsonStorageOptions = {},
): ResultAsync<PetStorage, StorageFailure> {
  if (typeof path !== 'string') return errAsync(storageFailure('The path of a pet file must be a string.'));
  return openJsonStorageOn(nodeFileSystem, resolve(path), options);
}
