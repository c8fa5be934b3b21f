import type { Pet, PetStatus, StorageQuery } from '@petstore/core';

/**
 * Pets in memory, by ascending id: adding costs the same at every size, and so does finding, but for ids with gaps, where
 * it takes a binary search; listing costs at most what it returns, whatever the filter. For those who write a storage that
 * answers from memory.
 */
export interface PetIndex {
  /** Every pet, by ascending id. */
  readonly pets: readonly Pet[];
  /** The id that follows the last pet's; 1 for the first. */
  readonly nextId: number;
  /** Adds a pet, whose id must be above every other. */
  add(pet: Pet): void;
  /** Finds a pet; `undefined` where no pet has this id. */
  findById(id: number): Pet | undefined;
  /**
   * Gives the first pets that match, by ascending id, in a frozen array: the same one again while they stay the same, so
   * that what is made of a list can be kept with it.
   */
  list(query: StorageQuery): readonly Pet[];
}

/** Makes a {@link PetIndex}. */
export function createPetIndex(initial: Iterable<Pet> = []): PetIndex {
  const pets: Pet[] = [];
  const byStatus: Record<PetStatus, Pet[]> = { available: [], pending: [], sold: [] };
  const firstOfAll = firstsOf(pets);
  const firstByStatus = {
    available: firstsOf(byStatus.available),
    pending: firstsOf(byStatus.pending),
    sold: firstsOf(byStatus.sold),
  };

  const index: PetIndex = {
    pets,
    get nextId() {
      return (pets.at(-1)?.id ?? 0) + 1;
    },
    add(pet) {
      pets.push(pet);
      if (pet.status !== undefined) byStatus[pet.status].push(pet);
    },
    findById(id) {
      const hasGaps = index.nextId > pets.length + 1;
      return hasGaps ? search(pets, id) : pets[id - 1];
    },
    list({ limit, status }) {
      return (status === undefined ? firstOfAll : firstByStatus[status])(limit);
    },
  };
  for (const pet of initial) index.add(pet);
  return index;
}

/**
 * Gives the first pets of a list to which pets are only ever added, behind its end. They are kept as long as the list, for
 * each limit that was asked for, and are made anew only while there are fewer of them than the limit and the list has
 * grown.
 */
function firstsOf(pets: readonly Pet[]): (limit: number) => readonly Pet[] {
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
