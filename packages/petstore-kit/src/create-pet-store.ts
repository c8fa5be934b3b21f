import {
  createPetStore as createStore,
  parseOptions,
  petStoreOptionsSchema,
  type PetStore,
  type PetStoreOptions,
} from '@petstore/core';
import type { HttpOptions } from '@petstore/http';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as z from 'zod/mini';

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

/** Gives options without a store a new one, in memory. */
export function withStore<Options extends HttpOptions>(options: Options): Options {
  return options.store === undefined ? { ...options, store: createPetStore() } : options;
}
