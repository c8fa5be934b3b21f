export { err, errAsync, ok, okAsync, Result, ResultAsync } from 'neverthrow';
export {
  invalidRequest,
  notFound,
  storageFailure,
  type InvalidRequest,
  type NotFound,
  type StorageFailure,
} from './errors.ts';
export { INT64_MAX, INT64_MIN, parseInt64, toInt64, type Int64 } from './int64.ts';
export { parseJson, stringifyJson, type InvalidJson } from './json.ts';
export { listPetsQuerySchema, type ListPetsQuery } from './list-pets-query.ts';
export type { PetStorage, StorageQuery } from './pet-storage.ts';
export { createPetStore, type PetStore, type PetStoreOptions } from './pet-store.ts';
export {
  int64Schema,
  isPetStatus,
  newPetSchema,
  petSchema,
  petStatusSchema,
  petStatuses,
  petWithId,
  type NewPet,
  type Pet,
  type PetStatus,
} from './pet.ts';
export { unwrap, type UnwrappableError } from './unwrap.ts';
