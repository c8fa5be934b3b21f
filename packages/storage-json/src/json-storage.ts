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
import { failuresOf, toStorageFailure, type Failures } from './failure.ts';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import { expectPets, maxBatch, type PetDocument } from './pet-file-format.ts';
import { checkOptions, openPetFileOn, type JsonStorageOptions } from './pet-file.ts';

/**
 * Opens a storage that keeps its pets in one readable JSON file: an object with an array `pets`, one pet to a line.
 *
 * - A missing file, an empty one and one of white space alone are new. The folder must exist.
 * - A pet whose creation resolves is on the disk (`fdatasync`; on macOS `F_FULLFSYNC`). Creations at the same time share one
 *   write and one sync. Their cost does not grow with the file.
 * - A creation that fails leaves nothing in memory, and nothing in the file, unless the disk fails to undo it or another program
 *   changed the file. Then, and after a failed sync, only reads go on.
 * - A file that was laid out by hand is replaced by a new one at the first creation. Opening tries that. A symbolic link to the
 *   file stays; another hard link keeps the old file. Owner, group and mode stay as far as this process may set them, and
 *   nobody gets more access.
 * - It is for one process and a local disk. The lock does not work over a network, nor between a folder and a mount of it.
 *
 * @example
 * ```ts
 * await using storage = await unwrap(openJsonStorage('pets.json'));
 * const store = createPetStore({ storage });
 * ```
 *
 * @param path the file's path; a symbolic link is followed and stays
 * @returns the storage, which `await using` closes. StorageFailure, with the path in its message, if the file cannot be opened, is
 *   already open or is not a pet file, or if no pet can be added to it. A file that is not a pet file does not change
 * @throws TypeError for a wrong or an unknown option, naming it, and for a path that is not a string
 */
export function openJsonStorage(
  path: string,
  options: JsonStorageOptions = {},
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  return openSeededJsonStorage(path, [], options);
}

/**
 * Opens a storage as {@link openJsonStorage} does. A file without pets first gets these, all of them or none. If it
 * cannot be replaced and a crash ends the process meanwhile, only the first of them may be there.
 *
 * @param seed valid pets, by ascending id
 * @param onSeedUnused is called with the number of pets that the file has, if it has any
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
    const failures = failuresOf(`The pet file ${path}`);
    const file = await openPetFileOn(fileSystem, path, options);
    try {
      const db = await readDatabase(file, failures);
      const { length } = db.data.pets;
      if (length > 0) onSeedUnused?.(length);
      else if (seed.length > 0) await failures.attempt('cannot be written to', () => writeSeed(db, seed));
      return createStorage(db, failures, () => file.close());
    } catch (error) {
      await file.close().catch(() => undefined); // the first error counts
      throw error;
    }
  }
}

/** Stores pets in a document without pets. */
async function writeSeed(db: Low<PetDocument>, seed: readonly Pet[]): Promise<void> {
  const document = db.data;
  // Another document, so the adapter replaces the file. A crash leaves all pets or none.
  db.data = { ...document, pets: [...seed] };
  try {
    await db.write();
  } catch {
    // A file that is mounted by itself, for example, cannot be replaced. The adapter can still append to the same document.
    db.data = document;
    document.pets = [...seed];
    await db.write();
  }
}

/**
 * An adapter of lowdb for pets: lowdb's `Adapter<PetDocument>`, a type that CommonJS projects cannot import.
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
  /** Reads the document; null if there is none yet. */
  readonly read: () => Promise<PetDocument | null>;
  /** Replaces the document. If it rejects, the new pets must not be stored. */
  readonly write: (document: PetDocument) => Promise<void>;
  /** Releases what the adapter holds; the storage calls it when it is closed. */
  readonly close?: () => Promise<void>;
}

/**
 * Opens a storage on any lowdb adapter that keeps 64-bit integers exact. `new DataFile(path, { parse, stringify })` does, with
 * `parseJson` and `stringifyJson` of `petstore-kit`. lowdb's `JSONFile` rounds them. A pet is as safe as the adapter makes it.
 * Creations at the same time share one write of the whole document.
 *
 * @returns the storage, which `await using` closes; StorageFailure if the document cannot be read or is not an object with an
 *   array `pets` of pets
 * @throws TypeError for an adapter without `read` or `write`
 */
export function openLowdbStorage(adapter: PetAdapter): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  const { read, write } = (adapter as Partial<PetAdapter> | undefined) ?? {};
  if (typeof read !== 'function' || typeof write !== 'function') {
    throw new TypeError('adapter must be an adapter of lowdb, with read and write.');
  }
  const failures = failuresOf('The document of pets');
  return ResultAsync.fromPromise(readDatabase(adapter, failures), toStorageFailure).map((db) =>
    createStorage(db, failures, () => adapter.close?.()),
  );
}

async function readDatabase(adapter: PetAdapter, failures: Failures): Promise<Low<PetDocument>> {
  const db = new Low<PetDocument>(adapter, { pets: [] });
  // Not `db.read`, which takes 0, false and "" for no document.
  db.data = (await failures.attempt('cannot be read', () => adapter.read())) ?? db.data;
  db.data.pets = expectPets(db.data, failures);
  return db;
}

/** Answers reads from an index. A pet comes into the index once it is stored, so no reader sees a pet that fails. */
function createStorage(
  db: Low<PetDocument>,
  { failure, attempt }: Failures,
  closeAdapter: () => Promise<void> | undefined,
): PetStorage & AsyncDisposable {
  const index = createPetIndex([...db.data.pets]);
  /** The creations that wait until the batch before them is stored. They are stored together. */
  let waiting: { readonly newPets: NewPet[]; readonly stored: Promise<readonly Pet[]> } | undefined;
  let lastBatch: Promise<unknown> = Promise.resolve();
  const closedFailure = toStorageFailure(failure('is closed', undefined, 'not_stored'));
  let closed = false;

  async function create(newPet: NewPet): Promise<Pet> {
    if (waiting === undefined || waiting.newPets.length === maxBatch) waiting = nextBatch();
    const position = waiting.newPets.push({ ...newPet }) - 1;
    return (await waiting.stored)[position] as Pet;
  }

  function nextBatch() {
    const newPets: NewPet[] = [];
    const stored = lastBatch.then(() => {
      if (waiting?.newPets === newPets) waiting = undefined;
      return store(newPets);
    });
    lastBatch = stored.catch(() => undefined);
    return { newPets, stored };
  }

  async function store(newPets: readonly NewPet[]): Promise<readonly Pet[]> {
    const { pets } = db.data;
    const batch = newPets.map((newPet, position) => createFrozenPet(index.nextId + position, newPet));
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
    insert: (newPet) =>
      closed ? errAsync(closedFailure) : ResultAsync.fromPromise(create(newPet), toStorageFailure),
    findById: (id) => (closed ? errAsync(closedFailure) : okAsync(index.findById(id))),
    list: (query) => (closed ? errAsync(closedFailure) : okAsync(index.list(query))),
    ...closeOnce(() => {
      closed = true;
      return ResultAsync.fromPromise(lastBatch.then(closeAdapter), toStorageFailure);
    }),
  };
}
