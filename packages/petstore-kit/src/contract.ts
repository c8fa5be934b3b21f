export {
  petStoreContract,
  storageContract,
  type Check,
  type OpenedPetStore,
  type PetStoreFixture,
  type StorageFixture,
} from '@petstore/core/contract';
