export { openJsonStorage } from './open-json-storage.ts';
export type { JsonStorageOptions } from './json-storage.ts';
export type { TornEnd } from './pet-file.ts';
