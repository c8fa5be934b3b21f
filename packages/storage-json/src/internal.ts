/**
 * What the `petstore` command needs beside the public functions. It is for that package alone, and may change in any release.
 *
 * @module
 */
export { openSeededJsonStorage } from './open-json-storage.ts';
export { readPets } from './read-pets.ts';
export { describeTornEnd } from './torn-end.ts';
