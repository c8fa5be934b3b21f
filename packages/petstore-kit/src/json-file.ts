export {
  openJsonStorage,
  openLowdbStorage,
  openPetFile,
  type PetAdapter,
  type JsonStorageOptions,
  type PetDocument,
  type PetFile,
  type TornEnd,
} from '@petstore/storage-json';
