export type { AppendingAdapter } from './lowdb-storage.ts';
export { openJsonStorage, openLowdbStorage, openPetFile, type JsonStorageOptions } from './open-json-storage.ts';
export type { PetDocument } from './pet-document.ts';
export type { PetFile } from './pet-file.ts';
export type { TornEnd } from './torn-end.ts';
