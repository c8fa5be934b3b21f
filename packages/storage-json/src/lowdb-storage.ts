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
import { createFailures, toStorageFailure, type FailureFactory } from './failure.ts';
import { maxBatch, validatePets, type PetDocument } from './pet-file-format.ts';

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
  /** Releases what the adapter holds. Called when the storage is closed, or cannot be opened. */
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
  return ResultAsync.fromPromise(openStorage(adapter, createFailures('The document of pets')), toStorageFailure);
}

/**
 * Opens a storage on an adapter. If that fails, the adapter is closed.
 *
 * @param seed valid pets, by ascending id, for a document without pets
 * @param onSeedUnused called if the document has pets, with their number
 */
export async function openStorage(
  adapter: PetAdapter,
  failures: FailureFactory,
  seed: readonly Pet[] = [],
  onSeedUnused?: (pets: number) => void,
): Promise<PetStorage & AsyncDisposable> {
  const { attempt } = failures;
  const close = () => attempt('cannot be closed', async () => adapter.close?.());
  try {
    const db = new Low<PetDocument>(adapter, { pets: [] });
    // Not `db.read`: it takes 0, false and "" for a missing document.
    db.data = (await attempt('cannot be read', () => adapter.read())) ?? db.data;
    db.data.pets = validatePets(db.data, failures);
    const { length } = db.data.pets;
    if (length > 0) onSeedUnused?.(length);
    else if (seed.length > 0) await attempt('cannot be written to', () => writeSeed(db, seed));
    return createStorage(db, failures, close);
  } catch (error) {
    await close().catch(() => undefined); // report the first error
    throw error;
  }
}

/** Stores pets in a document without pets. */
async function writeSeed(db: Low<PetDocument>, seed: readonly Pet[]): Promise<void> {
  const document = db.data;
  // A new object makes the pet file replace its content. A crash leaves all pets or none.
  db.data = { ...document, pets: [...seed] };
  try {
    await db.write();
  } catch {
    // A file that is mounted by itself, for example, cannot be replaced. With the same object, the pet file appends.
    db.data = document;
    document.pets = [...seed];
    await db.write();
  }
}

/** Creates a storage that reads from an index. The index gets a pet after it was stored, so no reader sees a pet that fails. */
function createStorage(
  db: Low<PetDocument>,
  { failure, attempt }: FailureFactory,
  closeAdapter: () => Promise<void>,
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
      if (nextBatch?.newPets === newPets) nextBatch = undefined; // a full batch has a successor, which collects already
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
