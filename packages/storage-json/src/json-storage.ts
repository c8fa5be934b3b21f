import { petWithId, type NewPet, type Pet, type PetStorage, type StorageFailure } from '@petstore/core';
import { createPetIndex } from '@petstore/storage-memory';
import { Low } from 'lowdb';
import { err, errAsync, ok, okAsync, ResultAsync, safeTry, type Result } from 'neverthrow';
import { createAppendAdapter, failureOfRejection, type PetDocument } from './append-adapter.ts';
import { failureOf, type FileFailure } from './file-failure.ts';
import type { FileSystem } from './file-system.ts';
import { createGroupCommit } from './group-commit.ts';
import { openLockedFile } from './locked-file.ts';
import { createPetFile, type PetFile, type TornEnd } from './pet-file.ts';
import { maximumBatch } from './pet-file-layout.ts';

/** How a JSON storage is opened. */
export interface JsonStorageOptions {
  /**
   * Whether to lock the file, so that no other process, nor this one, opens it a second time; true by default. `false` is
   * for platforms that have no such lock. Two openings without it notice each other only when one of them finds that the
   * other has written; two that write at the same moment may lose pets.
   */
  readonly lock?: boolean;
  /**
   * Called when the file was found to break off, as a crash or half a copy leaves it, and was mended: what was cut off is
   * kept beside it. A crash costs nothing that was acknowledged, half a copy does.
   */
  readonly onTornEnd?: (tornEnd: TornEnd) => void;
}

/** The greatest size of a pet file in bytes: any part of the text of such a file fits into one string. */
const defaultMaximumSize = 500_000_000;

/** Opens a storage over any file system: {@link openJsonStorage} with Node's, the tests with others. */
export function openJsonStorageOn(
  fileSystem: FileSystem,
  path: string,
  { lock = true, onTornEnd }: JsonStorageOptions = {},
  maximumSize = defaultMaximumSize,
): ResultAsync<PetStorage, StorageFailure> {
  const failure = failureOf(path);
  return safeTry(async function* () {
    const opened = yield* openLockedFile(fileSystem, path, lock, failure);
    const file = createPetFile(opened, { fileSystem, path, lock, onTornEnd, maximumSize, failure });
    const db = new Low<PetDocument>(createAppendAdapter(file), { pets: [] });
    const read = await ResultAsync.fromPromise(db.read(), failureOfRejection);
    if (read.isErr()) {
      void (await file.close());
      return err(read.error);
    }
    return ok(createStorage(db, file, failure));
  });
}

/** Answers from an index of what is on the disk; lowdb's document may be ahead of it by the pets that are being written. */
function createStorage(db: Low<PetDocument>, file: PetFile, failure: FileFailure): PetStorage {
  const index = createPetIndex(db.data.pets);
  const creations = createGroupCommit((newPets: readonly NewPet[]) => commit(newPets), maximumBatch);
  const closedFailure = failure('is closed');
  let closing: ResultAsync<void, StorageFailure> | undefined;

  async function commit(newPets: readonly NewPet[]): Promise<readonly Result<Pet, StorageFailure>[]> {
    const stored = await store(newPets);
    if (stored.isOk()) return stored.value.map((pet) => ok(pet));
    if (newPets.length === 1 || !(stored.error.cause instanceof RangeError))
      return newPets.map(() => err(stored.error));
    const outcomes: Result<Pet, StorageFailure>[] = []; // there is no room for all of them; some may fit
    for (const newPet of newPets) outcomes.push((await store([newPet])).map(([pet]) => pet as Pet));
    return outcomes;
  }

  /** Writes pets, and only then lets them be seen. */
  function store(newPets: readonly NewPet[]): ResultAsync<readonly Pet[], StorageFailure> {
    const pets = newPets.map((newPet, place) => petWithId(index.nextId + place, newPet));
    if (!Number.isSafeInteger(pets.at(-1)?.id)) return errAsync(failure('has no id left to assign'));
    const written = db.update((document) => {
      document.pets.push(...pets);
    });
    return ResultAsync.fromPromise(written, failureOfRejection)
      .map(() => {
        for (const pet of pets) index.add(pet);
        return pets;
      })
      .mapErr((error) => {
        db.data.pets.length = index.pets.length;
        return error;
      });
  }

  return {
    insert: (newPet) => (closing === undefined ? creations.add({ ...newPet }) : errAsync(closedFailure)),
    findById: (id) => (closing === undefined ? okAsync(index.findById(id)) : errAsync(closedFailure)),
    list: (query) => (closing === undefined ? okAsync(index.list(query)) : errAsync(closedFailure)),
    close() {
      closing ??= ResultAsync.fromSafePromise(creations.idle()).andThen(() => file.close());
      return closing;
    },
  };
}
