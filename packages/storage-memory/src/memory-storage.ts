import {
  closeOnce,
  createFrozenPet,
  errAsync,
  okAsync,
  parseOptions,
  parsePets,
  type Pet,
  type OpenStorage,
  storageFailure,
  strictObject,
  strictPetSchema,
} from '@petstore/core';
import * as z from 'zod/mini';
import { createPetIndex, type PetIndex } from './pet-index.ts';

/** A storage that keeps its pets in memory. It can go back to an earlier state. `await using` closes it. */
export interface MemoryStorage extends OpenStorage, AsyncDisposable {
  /** Returns every pet, by ascending id. Its time and memory grow with the number of pets. */
  snapshot(): readonly Pet[];

  /**
   * Restores the pets of a snapshot. The next id is one above the largest. A closed storage stays closed.
   *
   * @throws TypeError for anything but a list of valid pets
   */
  restore(snapshot: readonly Pet[]): void;
}

const optionsSchema = strictObject({ pets: z._default(z.unknown(), []) });

/**
 * Makes a storage that lives as long as the process. Two storages share nothing.
 *
 * @example
 * ```ts
 * const storage = createMemoryStorage({ pets: [{ id: 1, name: 'Rex', categoryId: 1 }] });
 * const store = createPetStore({ storage });
 * const before = storage.snapshot();
 * await unwrap(store.createPet({ name: 'Bello', categoryId: 1 }));
 * storage.restore(before); // without Bello
 * ```
 *
 * @param options `pets`: those to start with, in any order; none by default. The next id is one above the largest
 * @throws TypeError for an unknown option and for wrong pets: one is not valid, has an unknown field, or has the id of another one
 */
export function createMemoryStorage(options: { readonly pets?: readonly Pet[] | undefined } = {}): MemoryStorage {
  const { pets } = parseOptions(optionsSchema, options);
  let index = parseIndex(pets, 'pets');
  let closed = false;

  const closedFailure = storageFailure('The memory storage is closed.', undefined, 'not_created');

  return {
    insert(newPet) {
      if (closed) return errAsync(closedFailure);
      const id = index.nextId;
      if (!Number.isSafeInteger(id)) {
        return errAsync(storageFailure('The memory storage has no id left to assign.', undefined, 'not_created'));
      }
      const pet = createFrozenPet(id, newPet);
      index.add(pet);
      return okAsync(pet);
    },
    findById: (id) => (closed ? errAsync(closedFailure) : okAsync(index.findById(id))),
    list: (query) => (closed ? errAsync(closedFailure) : okAsync(index.list(query))),
    ...closeOnce(() => {
      closed = true;
      return okAsync();
    }),
    snapshot: () => Object.freeze(index.pets.slice()),
    restore(snapshot) {
      index = parseIndex(snapshot, 'snapshot');
    },
  };
}

function parseIndex(pets: unknown, option: string): PetIndex {
  if (!Array.isArray(pets)) throw new TypeError(`${option} must be an array of pets.`);
  const parsed = parsePets(pets, strictPetSchema);
  if (parsed.isErr()) throw new TypeError(`${option}${parsed.error}.`);
  return createPetIndex(parsed.value);
}
