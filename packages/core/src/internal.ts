/**
 * What the packages of this project share. It is for them alone, and may change in any release.
 *
 * @module
 */
export { isHost, parseAddress } from './address.ts';
export { isApiKey } from './api-key.ts';
export { concatenate, decodeUtf8, isBytes } from './bytes.ts';
export { disposal } from './disposal.ts';
export { listLimit } from './list-pets-query.ts';
export { longestTimeout } from './longest-timeout.ts';
export { nearName, unknownField } from './near-name.ts';
export { checkOptionNames } from './option-names.ts';
export { strictPetSchema } from './pet.ts';
export { validatePetId } from './pet-id.ts';
export { callStorage, validate } from './pet-store.ts';
export { issueToTell, validPets } from './valid-pets.ts';
export { statusOf, type WireError, type WireErrorCode } from './wire-error.ts';
