import {
  disposal,
  errAsync,
  type NewPet,
  okAsync,
  type Pet,
  type PetStorage,
  petWithId,
  ResultAsync,
  type StorageFailure,
} from '@petstore/core';
import { createPetIndex } from '@petstore/storage-memory';
import { Low } from 'lowdb';
import { toStorageFailure, type Failures } from './failure.ts';
import { petsOf, type PetDocument } from './pet-document.ts';
import { maximumBatch } from './pet-file-layout.ts';

/**
 * A lowdb adapter of pets. `read` and `write` are those of lowdb's `Adapter<PetDocument>`, a type that CommonJS projects cannot
 * import. With `append`, new pets are stored without a write of the whole document.
 */
export interface AppendingAdapter {
  /** Reads the document; null if there is none yet. */
  readonly read: () => Promise<PetDocument | null>;
  /** Replaces the document. */
  readonly write: (document: PetDocument) => Promise<void>;
  /** Adds pets after those that are stored. If it rejects, none of them is stored, as far as it can undo that. */
  readonly append?: (pets: readonly Pet[]) => Promise<void>;
  /** Releases what the adapter holds; the storage calls it when it is closed. */
  readonly close?: () => Promise<void>;
}

/**
 * Opens a storage on an adapter.
 *
 * @param seed valid pets, by ascending id, which are stored if the document has no pets
 * @param onSeedUnused is called with the number of pets that the document has, if it has any
 * @throws Failure if the document cannot be read or is not a document of pets
 */
export async function openStorageOn(
  adapter: AppendingAdapter,
  failures: Failures,
  seed: readonly Pet[],
  onSeedUnused?: (pets: number) => void,
): Promise<PetStorage & AsyncDisposable> {
  const db = new Low<PetDocument>(adapter, { pets: [] });
  // Not `db.read`, which takes 0, false and "" for no document.
  db.data = (await failures.attempt('cannot be read', () => adapter.read())) ?? db.data;
  db.data.pets = petsOf(db.data, failures);
  if (db.data.pets.length > 0) {
    onSeedUnused?.(db.data.pets.length);
  } else if (seed.length > 0) {
    db.data.pets = [...seed];
    // A rewrite leaves no part of a seed after a crash. A file that cannot be replaced, as one that is mounted by itself, gets an append.
    await failures.attempt('cannot be written to', () =>
      db.write().catch((error: unknown) => {
        if (adapter.append === undefined) throw error;
        return adapter.append(seed);
      }),
    );
  }
  return createStorage(db, adapter, failures);
}

/** Reads are answered from lowdb's document. A pet is added there once the adapter has written it, so no failed one is seen. */
function createStorage(
  db: Low<PetDocument>,
  adapter: AppendingAdapter,
  { failure, attempt }: Failures,
): PetStorage & AsyncDisposable {
  const index = createPetIndex(db.data.pets);
  /** The creations that wait until the batch before them is stored. They are stored together. */
  let waiting: { readonly newPets: NewPet[]; readonly stored: Promise<readonly Pet[]> } | undefined;
  let lastBatch: Promise<unknown> = Promise.resolve();
  const closedFailure = toStorageFailure(failure('is closed', undefined, 'not_stored'));
  let closePromise: ResultAsync<void, StorageFailure> | undefined;

  async function create(newPet: NewPet): Promise<Pet> {
    if (waiting === undefined || waiting.newPets.length === maximumBatch) waiting = nextBatch();
    const place = waiting.newPets.push({ ...newPet }) - 1;
    return (await waiting.stored)[place] as Pet;
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
    const pets = newPets.map((newPet, place) => petWithId(index.nextId + place, newPet));
    if (!Number.isSafeInteger(pets.at(-1)?.id)) throw failure('has no id left to assign', undefined, 'not_stored');
    await attempt('cannot be written to', () => save(pets));
    for (const pet of pets) index.add(pet);
    return pets;
  }

  function save(pets: readonly Pet[]): Promise<void> {
    if (adapter.append !== undefined) return adapter.append(pets);
    return adapter.write({ ...db.data, pets: [...db.data.pets, ...pets] });
  }

  return {
    insert: (newPet) =>
      closePromise === undefined ? ResultAsync.fromPromise(create(newPet), toStorageFailure) : errAsync(closedFailure),
    findById: (id) => (closePromise === undefined ? okAsync(index.findById(id)) : errAsync(closedFailure)),
    list: (query) => (closePromise === undefined ? okAsync(index.list(query)) : errAsync(closedFailure)),
    close,
    ...disposal(close),
  };

  function close(): ResultAsync<void, StorageFailure> {
    closePromise ??= ResultAsync.fromPromise(
      lastBatch.then(() => adapter.close?.()),
      toStorageFailure,
    );
    return closePromise;
  }
}
