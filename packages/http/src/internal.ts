/**
 * What the `petstore` command needs beside the public functions. It is for that package alone, and may change in any release.
 *
 * @module
 */
export { parsePublicUrl } from './public-url.ts';
