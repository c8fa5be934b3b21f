import type { NewPet, Pet, PetStorage } from '@petstore/core';
import { openJsonStorage } from '../src/index.ts';

/** Opens a storage, and throws if that fails. */
export async function open(path: string): Promise<PetStorage> {
  return (await openJsonStorage(path))._unsafeUnwrap();
}

/** The first hundred pets. */
export async function list(storage: PetStorage): Promise<readonly Pet[]> {
  return (await storage.list({ limit: 100 }))._unsafeUnwrap();
}

/** Creates a pet, and throws if that fails. */
export async function insert(storage: PetStorage, newPet: NewPet): Promise<Pet> {
  return (await storage.insert(newPet))._unsafeUnwrap();
}

/** Closes a storage, and throws if that fails. */
export async function close(storage: PetStorage): Promise<void> {
  (await storage.close())._unsafeUnwrap();
}
