import {
  createPetStore,
  errAsync,
  okAsync,
  type Pet,
  type OpenStorage,
  createFrozenPet,
  storageFailure,
} from '@petstore/core';
import type { HttpOptions } from '@petstore/http';
import { wireKey, wirePets, type WireSetup } from './wire-case.ts';

/** A part of every failure. No reply may show it. */
export const failureSecret = 'password=hunter2';

/** Makes the options for the handler of a case. They drop the log: failures would fill the console. */
export function createWireOptions(setup: WireSetup = {}): HttpOptions {
  const { pets = wirePets, defaultStatus, storage, keys, ...options } = setup;
  const store = createPetStore({
    storage: storage === undefined ? createArrayStorage(pets) : createBrokenStorage(storage),
    defaultStatus,
  });
  return { store, apiKeys: keys === undefined ? [wireKey] : fail, onRequest: () => undefined, ...options };
}

function createArrayStorage(initial: readonly Pet[]): OpenStorage {
  const pets = initial.map((pet) => createFrozenPet(pet.id, pet));
  return {
    insert(newPet) {
      const pet = createFrozenPet((pets.at(-1)?.id ?? 0) + 1, newPet);
      pets.push(pet);
      return okAsync(pet);
    },
    findById: (id) => okAsync(pets.find((pet) => pet.id === id)),
    list: ({ limit, status }) =>
      okAsync(pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit)),
    close: () => okAsync(),
  };
}

function createBrokenStorage(how: 'failing' | 'defective'): OpenStorage {
  const call = how === 'defective' ? fail : () => errAsync(storageFailure(failureSecret, new Error(failureSecret)));
  return { insert: call, findById: call, list: call, close: () => okAsync() };
}

function fail(): never {
  throw new Error(failureSecret);
}
