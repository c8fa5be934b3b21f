import {
  createPetStore as createStore,
  parseOptions,
  petStoreOptionsSchema,
  type PetStorage,
  type PetStore,
  type StoreOptions,
} from '@petstore/core';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as z from 'zod/mini';

/** Options of `createPetStore`. */
export interface PetStoreOptions extends Omit<StoreOptions, 'storage'> {
  /** Where the pets are kept; in memory by default. The caller closes it. */
  readonly storage?: PetStorage | undefined;
}

const optionsSchema = z.partial(petStoreOptionsSchema, { storage: true });

/**
 * Makes a pet store. Without a storage, its pets are in memory, and no other store has them.
 *
 * @example
 * ```ts
 * const store = createPetStore();
 * const rex = await unwrap(store.createPet({ name: 'Rex', categoryId: 1 }));
 * ```
 *
 * @throws TypeError if an option is wrong or unknown; the message names it
 */
export function createPetStore(options: PetStoreOptions = {}): PetStore {
  const { storage = createMemoryStorage(), ...others } = parseOptions(optionsSchema, options);
  return createStore({ storage, ...others });
}
