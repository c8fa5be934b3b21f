export { describeTornEnd, openJsonStorage, type JsonStorageOptions } from './json-storage.ts';
export type { TornEnd } from './pet-file.ts';
export { readPets } from './seed-file.ts';
