import { unwrap } from '@petstore/core';
import type { NewPet, Pet, PetStorage } from '@petstore/core';
import { openJsonStorage } from '../src/index.ts';

/** Opens a storage, and throws if that fails. */
export async function open(path: string): Promise<PetStorage> {
  return await unwrap(openJsonStorage(path));
}

/** The first hundred pets. */
export async function list(storage: PetStorage): Promise<readonly Pet[]> {
  return await unwrap(storage.list({ limit: 100 }));
}

/** Creates a pet, and throws if that fails. */
export async function insert(storage: PetStorage, newPet: NewPet): Promise<Pet> {
  return await unwrap(storage.insert(newPet));
}

/** Closes a storage, and throws if that fails. */
export async function close(storage: PetStorage): Promise<void> {
  await unwrap(storage.close());
}
