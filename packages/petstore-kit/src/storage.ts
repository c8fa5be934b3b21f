export {
  createFrozenPet,
  errAsync,
  okAsync,
  parseInt64,
  storageFailure,
  toInt64,
  type PetStorage,
  type StorageQuery,
} from '@petstore/core';
export { createPetIndex, type PetIndex } from '@petstore/storage-memory';
