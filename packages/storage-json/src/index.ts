export { describeTornEnd, openJsonStorage, openSeededJsonStorage, type JsonStorageOptions } from './json-storage.ts';
export { openLowdbStorage, type PetAdapter } from './lowdb-storage.ts';
export type { TornEnd } from './pet-file.ts';
export type { PetDocument } from './pet-file-format.ts';
export { readPets } from './seed-file.ts';
