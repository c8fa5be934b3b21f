import {
  errAsync,
  okAsync,
  petWithId,
  ResultAsync,
  type NewPet,
  type Pet,
  type PetStorage,
  type StorageFailure,
} from '@petstore/core';
import { disposal } from '@petstore/core/internal';
import { createPetIndex } from '@petstore/storage-memory';
import { Low } from 'lowdb';
import { toStorageFailure, type Failures } from './failure.ts';
import { petsOf, type PetDocument } from './pet-document.ts';
import { maximumBatch } from './pet-file-layout.ts';

/**
 * A lowdb adapter of pets. With `append`, new pets are stored without a write of the whole document. This is the type
 * `Adapter<PetDocument>` of lowdb, which CommonJS projects cannot import.
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
 * @param seed valid pets, by ascending id, for a document that has none
 * @throws Failure if the document cannot be read or is not a document of pets
 */
export async function openStorageOn(
  adapter: AppendingAdapter,
  failures: Failures,
  seed: readonly Pet[],
): Promise<PetStorage & AsyncDisposable> {
  const db = new Low<PetDocument>(adapter, { pets: [] });
  await failures.attempt('cannot be read', () => db.read());
  db.data.pets = petsOf(db.data, failures);
  if (db.data.pets.length === 0 && seed.length > 0) {
    db.data.pets = seed.map((pet) => petWithId(pet.id, pet));
    await failures.attempt('cannot be written to', () => db.write());
  }
  return createStorage(db, adapter, failures);
}

/** A pet to create, and the caller who waits for it. */
interface Creation {
  readonly newPet: NewPet;
  readonly resolve: (pet: Pet) => void;
  readonly reject: (reason: unknown) => void;
}

/** Reads are answered from lowdb's document. A pet is added there once the adapter has written it, so no failed one is seen. */
function createStorage(
  db: Low<PetDocument>,
  adapter: AppendingAdapter,
  { failure, attempt }: Failures,
): PetStorage & AsyncDisposable {
  const index = createPetIndex(db.data.pets);
  /** Creations that wait until the batch before them is stored; then they are stored together. */
  const waiting: Creation[] = [];
  let storing: Promise<void> | undefined;
  const closedFailure = toStorageFailure(failure('is closed'));
  let closePromise: ResultAsync<void, StorageFailure> | undefined;

  function create(newPet: NewPet): Promise<Pet> {
    const created = new Promise<Pet>((resolve, reject) => {
      waiting.push({ newPet: { ...newPet }, resolve, reject });
    });
    storing ??= storeWaiting();
    return created;
  }

  async function storeWaiting(): Promise<void> {
    await Promise.resolve(); // what is created in this turn joins the first batch
    while (waiting.length > 0) await storeBatch(waiting.splice(0, maximumBatch));
    storing = undefined;
  }

  async function storeBatch(batch: readonly Creation[]): Promise<void> {
    try {
      const pets = batch.map(({ newPet }, place) => petWithId(index.nextId + place, newPet));
      if (!Number.isSafeInteger(pets.at(-1)?.id)) throw failure('has no id left to assign');
      await attempt('cannot be written to', () => save(pets));
      for (const pet of pets) index.add(pet);
      for (const [place, { resolve }] of batch.entries()) resolve(pets[place] as Pet);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
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
      Promise.resolve(storing).then(() => adapter.close?.()),
      toStorageFailure,
    );
    return closePromise;
  }
}
