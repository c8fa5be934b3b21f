export type { AppendingAdapter } from './lowdb-storage.ts';
export { openJsonStorage, openLowdbStorage, openPetFile } from './open-json-storage.ts';
export type { PetDocument } from './pet-document.ts';
export type { JsonStorageOptions, PetFile } from './pet-file.ts';
export type { TornEnd } from './torn-end.ts';
