import { unwrap } from '@petstore/core';
import type { NewPet, Pet, OpenStorage } from '@petstore/core';
import { openJsonStorage } from '../src/index.ts';

/** Opens a storage, and throws if that fails. */
export async function open(path: string): Promise<OpenStorage> {
  return await unwrap(openJsonStorage(path));
}

/** The first hundred pets. */
export async function list(storage: OpenStorage): Promise<readonly Pet[]> {
  return await unwrap(storage.list({ limit: 100 }));
}

/** Creates a pet, and throws if that fails. */
export async function insert(storage: OpenStorage, newPet: NewPet): Promise<Pet> {
  return await unwrap(storage.insert(newPet));
}

/** Closes a storage, and throws if that fails. */
export async function close(storage: OpenStorage): Promise<void> {
  await unwrap(storage.close());
}
