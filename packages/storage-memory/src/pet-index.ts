import type { Pet, PetStatus, StorageQuery } from '@petstore/core';

/**
 * Pets in memory, by ascending id. Adding a pet, and finding one of ids without gaps, costs the same at every size; among ids
 * with gaps finding takes a binary search; a list costs what it returns, whatever the filter. For those who write a storage
 * that answers from memory.
 */
export interface PetIndex {
  /** Every pet, by ascending id. */
  readonly pets: readonly Pet[];
  /** The id that follows the last pet's; 1 for the first. */
  readonly nextId: number;
  /** Adds a pet, whose id must be above every other. */
  add(pet: Pet): void;
  /** Finds a pet; `undefined` if no pet has this id. */
  findById(id: number): Pet | undefined;
  /** Returns the first pets that match, by ascending id, in an array of the caller's own. */
  list(query: StorageQuery): readonly Pet[];
}

/**
 * Makes a {@link PetIndex}.
 *
 * @param pets by ascending id; the array becomes the index's, and new pets are added to it
 */
export function createPetIndex(pets: Pet[] = []): PetIndex {
  const byStatus: Record<PetStatus, Pet[]> = { available: [], pending: [], sold: [] };
  for (const pet of pets) addByStatus(pet);

  function addByStatus(pet: Pet): void {
    if (pet.status !== undefined) byStatus[pet.status].push(pet);
  }

  return {
    pets,
    get nextId() {
      return (pets.at(-1)?.id ?? 0) + 1;
    },
    add(pet) {
      pets.push(pet);
      addByStatus(pet);
    },
    findById(id) {
      const hasGaps = this.nextId > pets.length + 1;
      return hasGaps ? search(pets, id) : pets[id - 1];
    },
    list: ({ limit, status }) => (status === undefined ? pets : byStatus[status]).slice(0, limit),
  };
}

/** Binary search, for ids with gaps. */
function search(pets: readonly Pet[], id: number): Pet | undefined {
  let low = 0;
  let high = Math.min(pets.length, id); // ids ascend from 1 or more, so a pet stands left of its id
  while (low < high) {
    const middle = (low + high) >>> 1;
    const pet = pets[middle];
    if (pet === undefined || pet.id === id) return pet;
    if (pet.id < id) low = middle + 1;
    else high = middle;
  }
  return undefined;
}
