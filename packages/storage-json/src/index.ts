export type { AppendingAdapter } from './lowdb-storage.ts';
export { openJsonStorage, openLowdbStorage, openPetFile, openSeededJsonStorage } from './open-json-storage.ts';
export type { PetDocument } from './pet-document.ts';
export type { JsonStorageOptions, PetFile } from './pet-file.ts';
export { readPets } from './read-pets.ts';
export { describeTornEnd, type TornEnd } from './torn-end.ts';
