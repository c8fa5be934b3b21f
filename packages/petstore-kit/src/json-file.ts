export type { OpenStorage } from '@petstore/core';
export { openJsonStorage, type JsonStorageOptions, type TornEnd } from '@petstore/storage-json';
