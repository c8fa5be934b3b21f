import {
  closeOnce,
  createFrozenPet,
  errAsync,
  okAsync,
  ResultAsync,
  type NewPet,
  type Pet,
  type OpenStorage,
  type StorageFailure,
} from '@petstore/core';
import { createPetIndex } from '@petstore/storage-memory';
import { Low } from 'lowdb';
import { attempt, Failure } from './failure.ts';
import type { PetFile } from './pet-file.ts';
import type { PetDocument } from './pet-file-format.ts';

/**
 * Opens a storage on a pet file, through lowdb. If that fails, the file is closed.
 *
 * Creations at the same time share one write. Readers read an index, which gets a pet once it is stored.
 *
 * @param convert converts what was thrown to what the caller of the storage gets
 */
export async function openStorage(
  file: PetFile,
  convert: (error: unknown) => StorageFailure,
): Promise<OpenStorage & AsyncDisposable> {
  const db = new Low<PetDocument>(file, { pets: [] });
  try {
    await attempt('cannot be read', () => db.read());
  } catch (error) {
    await file.close().catch(() => undefined); // report the first error
    throw error;
  }
  const index = createPetIndex(db.data.pets);
  /** Collects creations until the batch before it is stored. */
  let nextBatch: { readonly newPets: NewPet[]; readonly stored: Promise<readonly Pet[]> } | undefined;
  let lastBatch: Promise<unknown> = Promise.resolve();
  const closedFailure = convert(new Failure('is closed', undefined, 'not_created'));
  let closed = false;

  async function create(newPet: NewPet): Promise<Pet> {
    nextBatch ??= startBatch();
    const position = nextBatch.newPets.push({ ...newPet }) - 1;
    return (await nextBatch.stored)[position] as Pet; // `storeBatch` returns one pet for each
  }

  function startBatch() {
    const newPets: NewPet[] = [];
    const stored = lastBatch.then(() => {
      nextBatch = undefined;
      return storeBatch(newPets);
    });
    lastBatch = stored.catch(() => undefined);
    return { newPets, stored };
  }

  async function storeBatch(newPets: readonly NewPet[]): Promise<readonly Pet[]> {
    const { pets } = db.data;
    const batch = newPets.map((newPet, offset) => createFrozenPet(index.nextId + offset, newPet));
    if (!Number.isSafeInteger(batch.at(-1)?.id))
      throw new Failure('has no id left to assign', undefined, 'not_created');
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
    insert: (newPet) => (closed ? errAsync(closedFailure) : ResultAsync.fromPromise(create(newPet), convert)),
    findById: (id) => (closed ? errAsync(closedFailure) : okAsync(index.findById(id))),
    list: (query) => (closed ? errAsync(closedFailure) : okAsync(index.list(query))),
    ...closeOnce(() => {
      closed = true;
      return ResultAsync.fromPromise(
        lastBatch.then(() => file.close()),
        convert,
      );
    }),
  };
}
