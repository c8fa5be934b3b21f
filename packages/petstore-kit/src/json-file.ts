export { openJsonStorage, type JsonStorageOptions, type TornEnd } from '@petstore/storage-json';
