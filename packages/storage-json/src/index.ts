export { openJsonStorage, openLowdbStorage, openSeededJsonStorage, type PetAdapter } from './json-storage.ts';
export {
  describeTornEnd,
  openPetFile,
  readPets,
  type JsonStorageOptions,
  type PetFile,
  type TornEnd,
} from './pet-file.ts';
export type { PetDocument } from './pet-file-format.ts';
