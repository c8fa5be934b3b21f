import {
  err,
  errAsync,
  okAsync,
  petWithId,
  storageFailure,
  type Pet,
  type PetStorage,
  type Result,
} from '@petstore/core';
import { createPetIndex, type PetIndex } from './pet-index.ts';
import { validPets } from './valid-pets.ts';

/** A storage that keeps its pets in memory, and can be put back to an earlier state. */
export interface MemoryStorage extends PetStorage {
  /** Every pet as it is now, by ascending id. It costs time and memory for each pet. */
  snapshot(): readonly Pet[];

  /**
   * Puts the storage back to a snapshot: its pets are the snapshot's again, and the next id is the one that followed
   * then. A closed storage stays closed.
   *
   * @throws TypeError for anything but a snapshot
   */
  restore(snapshot: readonly Pet[]): void;
}

/** What a memory storage starts with. */
export interface MemoryStorageOptions {
  /** The pets to start with, in any order; none by default. The next id is one above the greatest. */
  readonly pets?: readonly Pet[] | undefined;
}

/**
 * Makes a storage that lives as long as the process. Two storages share nothing.
 *
 * @throws TypeError for pets that are not valid or share an id
 */
export function createMemoryStorage({ pets = [] }: MemoryStorageOptions = {}): MemoryStorage {
  let index = indexOf(pets, 'pets');
  let closed = false;

  const closedFailure = storageFailure('The memory storage is closed.');

  return {
    insert(newPet) {
      if (closed) return errAsync(closedFailure);
      const id = index.nextId;
      if (!Number.isSafeInteger(id)) return errAsync(storageFailure('The memory storage has no id left to assign.'));
      const pet = petWithId(id, newPet);
      index.add(pet);
      return okAsync(pet);
    },
    findById: (id) => (closed ? errAsync(closedFailure) : okAsync(index.findById(id))),
    list: (query) => (closed ? errAsync(closedFailure) : okAsync(index.list(query))),
    close() {
      closed = true;
      return okAsync();
    },
    snapshot: () => Object.freeze(index.pets.slice()),
    restore(snapshot) {
      index = indexOf(snapshot, 'snapshot');
    },
  };
}

/** Indexes pets from outside, after a check of each. */
function indexOf(pets: unknown, option: string): PetIndex {
  const valid = check(pets, option);
  if (valid.isErr()) throw new TypeError(`${option}${valid.error}.`);
  return createPetIndex(valid.value);
}

function check(pets: unknown, option: string): Result<Pet[], string> {
  try {
    return Array.isArray(pets) ? validPets(pets) : err(' must be an array of pets');
  } catch (cause) {
    throw new TypeError(`${option} must be pets: reading one of them failed.`, { cause });
  }
}
