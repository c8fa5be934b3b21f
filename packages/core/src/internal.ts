/**
 * What the packages of this project share. It is for them alone, and may change in any release.
 *
 * @module
 */
export { parseAddress } from './address.ts';
export { disposal } from './disposal.ts';
export { checkOptionNames } from './option-names.ts';
export { createRedact, mask, type Redact } from './redact.ts';
export { validatePetId } from './pet-id.ts';
export { validate } from './validate.ts';
export { statusOf, type WireError, type WireErrorCode } from './wire-error.ts';
