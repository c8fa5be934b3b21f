export {
  openJsonStorage,
  openLowdbStorage,
  type PetAdapter,
  type JsonStorageOptions,
  type PetDocument,
  type TornEnd,
} from '@petstore/storage-json';
