import { okAsync, petStatuses, ResultAsync, type NewPet, type OpenStorage, type StorageFailure } from '@petstore/core';

/** Makes a number of example pets, or reads the pets of a file. */
export function readSeed(seed: string): ResultAsync<readonly NewPet[], StorageFailure> {
  if (/^[0-9]+$/.test(seed)) return okAsync(createExamplePets(Number(seed)));
  return ResultAsync.fromSafePromise(import('@petstore/storage-json'))
    .andThen(({ readPets }) => readPets(seed))
    .map((pets) => pets.map(({ id: _id, ...newPet }) => newPet));
}

/** Creates the pets of a seed in a storage without pets. Returns whether the storage had none. */
export function createSeed(storage: OpenStorage, seed: readonly NewPet[]): ResultAsync<boolean, StorageFailure> {
  return storage.list({ limit: 1 }).andThen(({ length }) => {
    if (length > 0) return okAsync(false);
    return ResultAsync.combine(seed.map((newPet) => storage.insert(newPet))).map(() => true);
  });
}

const names = ['Rex', 'Mimi', 'Bella', 'Oscar', 'Luna', 'Charlie', 'Nala', 'Max', 'Coco', 'Simba', 'Daisy', 'Toby'];

/** Makes example pets. They are the same at each call. */
export function createExamplePets(count: number): readonly NewPet[] {
  return Array.from({ length: count }, (_, index): NewPet => {
    const round = Math.floor(index / names.length);
    const name = names[index % names.length] ?? 'Rex';
    const status = petStatuses[index % petStatuses.length] ?? 'available';
    return { name: round === 0 ? name : `${name} ${round + 1}`, categoryId: 1 + (index % 4), status };
  });
}
