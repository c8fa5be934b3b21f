import { errAsync, okAsync } from 'neverthrow';
import { storageFailure } from '../src/errors.ts';
import type { OpenStorage } from '../src/pet-storage.ts';
import { createFrozenPet, type Pet } from '../src/pet.ts';

/** Makes the simplest storage that keeps the contract: it searches an array. The broken storages replace its methods. */
export function createPlainStorage(): OpenStorage {
  const pets: Pet[] = [];
  let closed = false;
  const closedFailure = storageFailure('The plain storage is closed.', undefined, 'not_created');

  return {
    insert(newPet) {
      if (closed) return errAsync(closedFailure);
      const pet = createFrozenPet(pets.length + 1, newPet);
      pets.push(pet);
      return okAsync(pet);
    },
    findById: (id) => (closed ? errAsync(closedFailure) : okAsync(pets.find((pet) => pet.id === id))),
    list: ({ limit, status }) =>
      closed
        ? errAsync(closedFailure)
        : okAsync(pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit)),
    close() {
      closed = true;
      return okAsync();
    },
  };
}
