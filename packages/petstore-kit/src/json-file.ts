export {
  openJsonStorage,
  openLowdbStorage,
  openPetFile,
  type AppendingAdapter,
  type JsonStorageOptions,
  type PetDocument,
  type PetFile,
  type TornEnd,
} from '@petstore/storage-json';
