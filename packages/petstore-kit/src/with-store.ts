import type { HttpOptions } from '@petstore/http';
import { createPetStore } from './create-pet-store.ts';

/** Gives options without a store a new one, in memory. */
export function withStore<Options extends HttpOptions>(options: Options): Options {
  return options.store === undefined ? { ...options, store: createPetStore() } : options;
}
