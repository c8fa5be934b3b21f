import { listLimit, type Pet, type PetStatus, type StorageQuery } from '@petstore/core';

/**
 * Pets in memory, by ascending id. For people who write a storage that answers from memory.
 *
 * - Adding a pet takes the same time at every size.
 * - Finding a pet: constant time without gaps in the ids, else a binary search.
 * - The time of a list grows with the pets that it returns, whatever its status.
 */
export interface PetIndex {
  /** Every pet, by ascending id. */
  readonly pets: readonly Pet[];
  /** One above the last pet's id; 1 without pets. */
  readonly nextId: number;
  /** Adds a pet. Its id must be above every other id. */
  add(pet: Pet): void;
  /** Finds a pet. Returns `undefined` if no pet has this id. */
  findById(id: number): Pet | undefined;
  /** Returns the first pets that match, by ascending id, in a frozen array. */
  list(query: StorageQuery): readonly Pet[];
}

/**
 * Makes a `PetIndex`.
 *
 * @example
 * ```ts
 * const index = createPetIndex();
 * const rex = createFrozenPet(index.nextId, { name: 'Rex', categoryId: 1 });
 * index.add(rex);
 * index.list({ limit: 20 }); // [rex]
 * ```
 *
 * @param initial by ascending id. The index copies this array
 */
export function createPetIndex(initial: readonly Pet[] = []): PetIndex {
  const pets = initial.slice();
  const matching: Record<PetStatus | 'any', Pet[]> = { any: pets, available: [], pending: [], sold: [] };
  /** The last answer to each query of the interface. Pets are only added, so an answer of the right length is right. */
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
      const cached = lists.get(query); // HTTP writes the JSON of a frozen array once (measured: see bench/README.md)
      const all = matching[status ?? 'any'];
      if (cached?.length === Math.min(limit, all.length)) return cached;
      const list = Object.freeze(all.slice(0, limit));
      if (limit <= listLimit.max) lists.set(query, list);
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
