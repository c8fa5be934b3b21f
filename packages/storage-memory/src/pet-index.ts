import type { Pet, PetStatus, StorageQuery } from '@petstore/core';

/**
 * Pets in memory, by ascending id. Adding a pet costs the same at every size, and so does finding one if the ids have no gaps;
 * with gaps it takes a binary search. A list costs what it returns, whatever the filter. For people who write a storage that
 * answers from memory.
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
   * Returns the first pets that match, by ascending id, in a frozen array: the same array until another pet belongs to it, so
   * that what was made of it, such as its JSON, can be kept.
   */
  list(query: StorageQuery): readonly Pet[];
}

/**
 * Makes a {@link PetIndex}.
 *
 * @param pets by ascending id; the array becomes the index's, and new pets are added to it
 */
export function createPetIndex(pets: Pet[] = []): PetIndex {
  const matching: Record<PetStatus | 'any', Pet[]> = { any: pets, available: [], pending: [], sold: [] };
  /** The lists by their query. One of the right length is still right: pets never change, and are only added. */
  const lists = new Map<string, readonly Pet[]>();
  for (const pet of pets) addByStatus(pet);

  function addByStatus(pet: Pet): void {
    if (pet.status !== undefined) matching[pet.status].push(pet);
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
      const guess = pets[id - 1]; // right if the ids have no gaps
      return guess?.id === id ? guess : search(pets, id);
    },
    list({ limit, status }) {
      const query = `${status} ${limit}`;
      const cached = lists.get(query);
      const all = matching[status ?? 'any'];
      if (cached?.length === Math.min(limit, all.length)) return cached;
      const list = Object.freeze(all.slice(0, limit));
      lists.set(query, list);
      return list;
    },
  };
}

/** Binary search, for ids with gaps. */
function search(pets: readonly Pet[], id: number): Pet | undefined {
  let low = 0;
  let high = Math.min(pets.length, id); // ids are positive and ascend, so the index of a pet is below its id
  while (low < high) {
    const middle = (low + high) >>> 1;
    const pet = pets[middle] as Pet; // low <= middle < high <= pets.length
    if (pet.id === id) return pet;
    if (pet.id < id) low = middle + 1;
    else high = middle;
  }
  return undefined;
}
