/**
 * What the packages of this project share. It is for them alone, and may change in any release.
 *
 * @module
 */
export { createRedact, mask, type Redact } from './redact.ts';
