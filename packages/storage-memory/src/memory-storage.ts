import { errAsync, okAsync, petSchema, petWithId, storageFailure, type Pet, type PetStorage } from '@petstore/core';
import { createPetIndex, type PetIndex } from './pet-index.ts';

/** A storage that keeps its pets in memory, and can be put back to an earlier state. */
export interface MemoryStorage extends PetStorage {
  /** Every pet as it is now, by ascending id. It costs time and memory for each pet. */
  snapshot(): readonly Pet[];

  /**
   * Puts the storage back to a snapshot: its pets are the snapshot's again, and the next id is the one that followed
   * then. A closed storage stays closed.
   *
   * @throws TypeError for anything that is no snapshot
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
  const sorted = checked(pets, option)
    .map((pet) => petWithId(pet.id, pet))
    .sort((a, b) => a.id - b.id);
  const twice = sorted.find((pet, i) => pet.id === sorted[i + 1]?.id);
  if (twice !== undefined) throw new TypeError(`${option}: two pets have the id ${twice.id}.`);
  return createPetIndex(sorted);
}

function checked(pets: unknown, option: string) {
  const parsed = parse(pets, option);
  if (parsed.success) return parsed.data;
  const [complaint] = parsed.error.issues.map(({ path, message }) => `${option}${path.map(step).join('')} ${message}.`);
  throw new TypeError(complaint);
}

function parse(pets: unknown, option: string) {
  try {
    if (Array.isArray(pets)) return petSchema.array().safeParse(pets);
  } catch (cause) {
    throw new TypeError(`${option} must be pets: reading one of them failed.`, { cause });
  }
  throw new TypeError(`${option} must be an array of pets.`);
}

/** A step of a path, as JavaScript writes it. */
function step(key: PropertyKey): string {
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}
