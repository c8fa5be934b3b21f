import { err, ok } from 'neverthrow';
import { invalidRequest } from '../src/errors.ts';
import { createPetStore, type PetStore } from '../src/pet-store.ts';
import { createFrozenPet, type NewPet } from '../src/pet.ts';
import type { Broken } from './broken-storages.ts';
import { createPlainStorage } from './plain-storage.ts';

type BrokenPetStore = Broken<{ readonly store: PetStore }>;

/** For each check of `petStoreContract`, at least one pet store that fails it. */
export const brokenPetStores: readonly BrokenPetStore[] = [
  broken('lists 100 pets by default', 'a list is exactly the first `limit` (or 20) matching pets by id', (store) => ({
    listPets: (query) => store.listPets({ limit: 100, ...query }),
  })),

  broken(
    'leaves out the last of a full list',
    'a list is exactly the first `limit` (or 20) matching pets by id',
    (store) => ({
      listPets: (query = {}) => store.listPets(query).map((pets) => pets.slice(0, (query.limit ?? 20) - 1)),
    }),
  ),

  broken('ignores the status', 'a list is exactly the first `limit` (or 20) matching pets by id', (store) => ({
    listPets: ({ limit } = {}) => store.listPets(limit === undefined ? {} : { limit }),
  })),

  broken('clamps the limit', 'no limit outside 1 to 100 is accepted', (store) => ({
    listPets: ({ limit = 20, ...query } = {}) =>
      store.listPets({ ...query, limit: Math.min(100, Math.max(1, Math.trunc(limit))) }),
  })),

  broken('trims a name', 'a created pet comes back equal', (store) => ({
    createPet: (newPet) =>
      store.createPet(
        typeof (newPet as NewPet | null)?.name === 'string' ? { ...newPet, name: newPet.name.trim() } : newPet,
      ),
  })),

  broken('rounds a categoryId', 'a created pet comes back equal', (store) => ({
    createPet: (newPet) =>
      store.createPet(newPet).map((pet) => createFrozenPet(pet.id, { ...pet, categoryId: Number(pet.categoryId) })),
  })),

  broken('stores what it refuses', 'a refused pet is not stored', (store) => ({
    createPet: (newPet) =>
      store
        .createPet(newPet)
        .orElse(() =>
          store
            .createPet({ name: 'refused', categoryId: 0 })
            .andThen(() => err(invalidRequest('The pet is not valid.'))),
        ),
  })),

  broken('accepts a string as a categoryId', 'a refused pet is not stored', (store) => ({
    createPet: (newPet) =>
      typeof (newPet as NewPet | null)?.categoryId === 'string'
        ? store.createPet({ ...newPet, categoryId: Number(newPet.categoryId) })
        : store.createPet(newPet),
  })),

  broken('returns a pet for an unknown id', 'any sequence of calls behaves like a plain model', (store) => ({
    getPet: (petId) => store.getPet(petId).orElse(() => ok(createFrozenPet(1, { name: 'nobody', categoryId: 1 }))),
  })),
];

/** A plain pet store with some of its operations replaced by broken ones. */
function broken(
  fault: string,
  caughtBy: string,
  breakOperations: (store: PetStore) => Partial<PetStore>,
): BrokenPetStore {
  return {
    fault,
    caughtBy,
    open() {
      const store = createPetStore({ storage: createPlainStorage() });
      return { store: { ...store, ...breakOperations(store) } };
    },
  };
}
