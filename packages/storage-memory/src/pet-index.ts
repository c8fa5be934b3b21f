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
  /**
   * Returns the first pets that match, by ascending id, in a frozen array: the same one again while the pets in it stay the
   * same. So the JSON of a list can be kept with it, which saves half of a list of 100 over HTTP.
   */
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
  const firstOfAll = keepFirst(pets);
  const firstByStatus = {
    available: keepFirst(byStatus.available),
    pending: keepFirst(byStatus.pending),
    sold: keepFirst(byStatus.sold),
  };

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
    list: ({ limit, status }) => (status === undefined ? firstOfAll : firstByStatus[status])(limit),
  };
}

/** Returns the first pets of a list that only grows at its end, and keeps each answer until it is too short. */
function keepFirst(pets: readonly Pet[]): (limit: number) => readonly Pet[] {
  const kept = new Map<number, readonly Pet[]>();
  return (limit) => {
    const known = kept.get(limit);
    if (known !== undefined && (known.length === limit || known.length === pets.length)) return known;
    const first = Object.freeze(pets.slice(0, limit));
    kept.set(limit, first);
    return first;
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
