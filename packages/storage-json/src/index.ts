export { describeTornEnd, openJsonStorage, readPets, type JsonStorageOptions } from './json-storage.ts';
export type { TornEnd } from './pet-file.ts';
