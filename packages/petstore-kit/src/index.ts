export {
  createClient,
  type CallOptions,
  type ClientError,
  type ClientOptions,
  type Fetch,
  type InvalidResponse,
  type PetStoreClient,
  type Timeout,
  type TransportFailure,
  type Unauthorized,
} from '@petstore/client';
export {
  err,
  isPetStatus,
  ok,
  parseJson,
  petStatuses,
  Result,
  ResultAsync,
  stringifyJson,
  unwrap,
  type Err,
  type Int64,
  type InvalidJson,
  type InvalidRequest,
  type ListPetsQuery,
  type NewPet,
  type NotFound,
  type Ok,
  type Pet,
  type PetStatus,
  type PetStorage,
  type PetStore,
  type PetStoreOptions,
  type StorageFailure,
} from '@petstore/core';
export {
  openApiDocument,
  type FetchHandler,
  type HttpErrorCode,
  type HttpOptions,
  type RequestLog,
} from '@petstore/http';
export { createMemoryStorage, type MemoryStorage } from '@petstore/storage-memory';
export { createPetStore } from './create-pet-store.ts';
export { createFetchHandler } from './fetch-handler.ts';
export { listPetsQuerySchema, newPetSchema, petSchema } from './schemas.ts';
