/**
 * What the packages of this project share. It is for them alone, and may change in any release.
 *
 * @module
 */
export { describeServer } from './server-address.ts';
