import { okAsync, petStatuses, ResultAsync, type NewPet, type PetStorage, type StorageFailure } from '@petstore/core';

const names = ['Rex', 'Mimi', 'Bella', 'Oscar', 'Luna', 'Charlie', 'Nala', 'Max', 'Coco', 'Simba', 'Daisy', 'Toby'];

/** How many pets are created concurrently, so that a storage can write them together. */
const batchSize = 1000;

/**
 * Creates example pets, always the same ones in the same order, unless the storage already has a pet.
 *
 * @param count how many
 */
export function addExamplePets(storage: PetStorage, count: number): ResultAsync<void, StorageFailure> {
  return storage.list({ limit: 1 }).andThen((pets) => (pets.length > 0 ? okAsync() : addFrom(storage, 0, count)));
}

function addFrom(storage: PetStorage, start: number, count: number): ResultAsync<void, StorageFailure> {
  if (start >= count) return okAsync();
  const size = Math.min(batchSize, count - start);
  const creations = Array.from({ length: size }, (_, i) => storage.insert(examplePet(start + i)));
  return ResultAsync.combine(creations).andThen(() => addFrom(storage, start + size, count));
}

function examplePet(index: number): NewPet {
  const round = Math.floor(index / names.length);
  const name = names[index % names.length] ?? 'Rex';
  const status = petStatuses[index % petStatuses.length] ?? 'available';
  return { name: round === 0 ? name : `${name} ${round + 1}`, categoryId: 1 + (index % 4), status };
}
