import { resolve } from 'node:path';
import {
  closeOnce,
  createFrozenPet,
  errAsync,
  okAsync,
  ResultAsync,
  type NewPet,
  type Pet,
  type PetStorage,
  type StorageFailure,
} from '@petstore/core';
import { createPetIndex } from '@petstore/storage-memory';
import { Low } from 'lowdb';
import { createFailures, toStorageFailure, type Failures } from './failure.ts';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import { validatePets, maxBatch, type PetDocument } from './pet-file-format.ts';
import { checkOptions, openPetFileOn, type JsonStorageOptions } from './pet-file.ts';

/**
 * Opens a storage that keeps its pets in one readable JSON file: an object with an array `pets`, one pet to a line.
 *
 * - **New files.** A missing file, an empty file and one of white space alone are new. The folder must exist.
 * - **Creations.** When a creation resolves, its pet is on the disk (`fdatasync`; on macOS `F_FULLFSYNC`). Concurrent creations
 *   share one write and one sync. Their cost does not grow with the file.
 * - **Failures.** A failed creation leaves nothing in memory. It leaves nothing in the file either, unless the disk fails again while
 *   the write is undone, or another program changed the file. After these two, and after a failed sync, only reads go on.
 * - **Files laid out by hand.** The first creation replaces such a file by a new one. Opening checks that this is possible. A
 *   symbolic link to the file stays. Another hard link keeps the old file. Owner, group and mode stay as far as this process may
 *   set them. Nobody gets more access.
 * - **One process, local disk.** The lock does not work over a network, nor between a folder and a mount of it.
 *
 * @example
 * ```ts
 * await using storage = await unwrap(openJsonStorage('pets.json'));
 * const store = createPetStore({ storage });
 * ```
 *
 * @param path the file's path. It may be a symbolic link
 * @returns the storage, which `await using` closes. A StorageFailure if the file cannot be opened, is already open or is not a pet
 *   file, or if no pet can be added to it. The message names the path. A file that is not a pet file does not change
 * @throws TypeError if an option is wrong or unknown, or if the path is not a string. The message names it
 */
export function openJsonStorage(
  path: string,
  options: JsonStorageOptions = {},
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  return openSeededJsonStorage(path, [], options);
}

/**
 * Opens a storage as `openJsonStorage` does. A file without pets first gets those of the seed: all of them or none. Only if the file
 * cannot be replaced, a crash at that moment may leave some of them.
 *
 * @param seed valid pets, by ascending id
 * @param onSeedUnused called if the file has pets, with their number
 */
export function openSeededJsonStorage(
  path: string,
  seed: readonly Pet[],
  options: JsonStorageOptions,
  onSeedUnused?: (pets: number) => void,
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  const checked = checkOptions(path, options);
  return openJsonStorageOn(nodeFileSystem, resolve(path), checked, seed, onSeedUnused);
}

/** Opens a storage on any file system. The tests use file systems that fail. */
export function openJsonStorageOn(
  fileSystem: FileSystem,
  path: string,
  options: JsonStorageOptions = {},
  seed: readonly Pet[] = [],
  onSeedUnused?: (pets: number) => void,
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  return ResultAsync.fromPromise(open(), toStorageFailure);

  async function open(): Promise<PetStorage & AsyncDisposable> {
    const failures = createFailures(`The pet file ${path}`);
    const file = await openPetFileOn(fileSystem, path, options);
    try {
      const db = await readDatabase(file, failures);
      const { length } = db.data.pets;
      if (length > 0) onSeedUnused?.(length);
      else if (seed.length > 0) await failures.attempt('cannot be written to', () => writeSeed(db, seed));
      return createStorage(db, failures, () => file.close());
    } catch (error) {
      await file.close().catch(() => undefined); // report the first error
      throw error;
    }
  }
}

/** Stores pets in a document without pets. */
async function writeSeed(db: Low<PetDocument>, seed: readonly Pet[]): Promise<void> {
  const document = db.data;
  // A new object makes the adapter replace the file. A crash leaves all pets or none.
  db.data = { ...document, pets: [...seed] };
  try {
    await db.write();
  } catch {
    // A file that is mounted by itself, for example, cannot be replaced. With the same object, the adapter appends.
    db.data = document;
    document.pets = [...seed];
    await db.write();
  }
}

/**
 * An adapter of lowdb for pets. It is lowdb's `Adapter<PetDocument>`: CommonJS projects cannot import that type.
 *
 * @example
 * ```ts
 * const adapter: PetAdapter = {
 *   async read() {
 *     const text = localStorage.getItem('pets');
 *     return text === null ? null : (unwrap(parseJson(text)) as PetDocument);
 *   },
 *   async write(document) {
 *     localStorage.setItem('pets', stringifyJson(document));
 *   },
 * };
 * ```
 */
export interface PetAdapter {
  /** Reads the document. Resolves with null if there is none yet. */
  readonly read: () => Promise<PetDocument | null>;
  /** Replaces the document. If it rejects, it must not have stored the new pets. */
  readonly write: (document: PetDocument) => Promise<void>;
  /** Releases what the adapter holds. The storage calls it when it is closed. */
  readonly close?: () => Promise<void>;
}

/**
 * Opens a storage on a lowdb adapter. A pet is as safe as the adapter makes it. Concurrent creations share one write of the whole
 * document.
 *
 * The adapter must keep 64-bit integers exact. lowdb's `JSONFile` rounds them. `DataFile` with `parseJson` and `stringifyJson`
 * keeps them.
 *
 * @example
 * ```ts
 * import { parseJson, stringifyJson, unwrap } from 'petstore-kit';
 * import { openLowdbStorage, type PetDocument } from 'petstore-kit/json-file';
 * import { DataFile } from 'lowdb/node';
 *
 * const parse = (text: string) => unwrap(parseJson(text)) as PetDocument;
 * const adapter = new DataFile<PetDocument>('pets.json', { parse, stringify: stringifyJson });
 * await using storage = await unwrap(openLowdbStorage(adapter));
 * ```
 *
 * @returns the storage, which `await using` closes. A StorageFailure if the document cannot be read, or if it is not an object with
 *   an array `pets` of valid pets
 * @throws TypeError for an adapter without `read` or `write`
 */
export function openLowdbStorage(adapter: PetAdapter): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  const { read, write } = (adapter as Partial<PetAdapter> | undefined) ?? {};
  if (typeof read !== 'function' || typeof write !== 'function') {
    throw new TypeError('adapter must be an adapter of lowdb, with read and write.');
  }
  const failures = createFailures('The document of pets');
  return ResultAsync.fromPromise(readDatabase(adapter, failures), toStorageFailure).map((db) =>
    createStorage(db, failures, () => adapter.close?.()),
  );
}

async function readDatabase(adapter: PetAdapter, failures: Failures): Promise<Low<PetDocument>> {
  const db = new Low<PetDocument>(adapter, { pets: [] });
  // Not `db.read`: it takes 0, false and "" for a missing document.
  db.data = (await failures.attempt('cannot be read', () => adapter.read())) ?? db.data;
  db.data.pets = validatePets(db.data, failures);
  return db;
}

/** Creates a storage that reads from an index. The index gets a pet after it was stored, so no reader sees a pet that fails. */
function createStorage(
  db: Low<PetDocument>,
  { failure, attempt }: Failures,
  closeAdapter: () => Promise<void> | undefined,
): PetStorage & AsyncDisposable {
  const index = createPetIndex([...db.data.pets]);
  /** The batch that collects creations until the batch before it is stored. */
  let nextBatch: { readonly newPets: NewPet[]; readonly stored: Promise<readonly Pet[]> } | undefined;
  let lastBatch: Promise<unknown> = Promise.resolve();
  const closedFailure = toStorageFailure(failure('is closed', undefined, 'not_stored'));
  let closed = false;

  async function create(newPet: NewPet): Promise<Pet> {
    if (nextBatch === undefined || nextBatch.newPets.length === maxBatch) nextBatch = startBatch();
    const position = nextBatch.newPets.push({ ...newPet }) - 1;
    return (await nextBatch.stored)[position] as Pet; // `storeBatch` returns one pet for each
  }

  function startBatch() {
    const newPets: NewPet[] = [];
    const stored = lastBatch.then(() => {
      if (nextBatch?.newPets === newPets) nextBatch = undefined; // else it is full, and a later one collects already
      return storeBatch(newPets);
    });
    lastBatch = stored.catch(() => undefined);
    return { newPets, stored };
  }

  async function storeBatch(newPets: readonly NewPet[]): Promise<readonly Pet[]> {
    const { pets } = db.data;
    const batch = newPets.map((newPet, offset) => createFrozenPet(index.nextId + offset, newPet));
    if (!Number.isSafeInteger(batch.at(-1)?.id)) throw failure('has no id left to assign', undefined, 'not_stored');
    pets.push(...batch);
    try {
      await attempt('cannot be written to', () => db.write());
    } catch (error) {
      pets.length -= batch.length;
      throw error;
    }
    for (const pet of batch) index.add(pet);
    return batch;
  }

  return {
    insert: (newPet) => (closed ? errAsync(closedFailure) : ResultAsync.fromPromise(create(newPet), toStorageFailure)),
    findById: (id) => (closed ? errAsync(closedFailure) : okAsync(index.findById(id))),
    list: (query) => (closed ? errAsync(closedFailure) : okAsync(index.list(query))),
    ...closeOnce(() => {
      closed = true;
      return ResultAsync.fromPromise(lastBatch.then(closeAdapter), toStorageFailure);
    }),
  };
}
