export { err, errAsync, ok, okAsync, Result, ResultAsync, type Err, type Ok } from 'neverthrow';
export { closeOnce } from './close-once.ts';
export {
  invalidRequest,
  notFound,
  storageFailure,
  type InvalidRequest,
  type NotFound,
  type Outcome,
  type StorageFailure,
} from './errors.ts';
export { createFieldSchemas, createInt64Schema, integer, strictObject } from './field-schemas.ts';
export { INT64_MAX, INT64_MIN, parseInt64, toInt64, type Int64 } from './int64.ts';
export { parseJson, stringifyJson, type InvalidJson } from './json.ts';
export { listLimit, listPetsQuerySchema, type ListPetsQuery } from './list-pets-query.ts';
export { anyFunction, describePath, selectIssue, maxTimeout, milliseconds, parseOptions } from './parse-options.ts';
export type { OpenStorage, PetStorage, StorageQuery } from './pet-storage.ts';
export {
  callStorage,
  createPetStore,
  petStoreOptionsSchema,
  validate,
  validatePetId,
  type PetStore,
  type PetStoreOptions,
} from './pet-store.ts';
export {
  newPetFieldNames,
  newPetSchema,
  petSchema,
  petStatusSchema,
  createFrozenPet,
  parsePets,
  strictPetSchema,
  type NewPet,
  type Pet,
} from './pet.ts';
export { isPetStatus, petStatuses, type PetStatus } from './pet-status.ts';
export { decodeApproximately, decodeUtf8, isAbortSignal, isBytes, isResponse } from './realms.ts';
export { unwrap } from './unwrap.ts';
export { withTimeout } from './with-timeout.ts';
