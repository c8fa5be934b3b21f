import type { InvalidRequest, NotFound, PetStore, ResultAsync, StorageFailure } from '@petstore/core';
import { expectTypeOf, test } from 'vitest';
import type { CallOptions, ClientError, PetStoreClient } from './index.ts';
import type { FromServer } from './client-error.ts';

type ErrorOf<Operation> = Operation extends (...args: never[]) => ResultAsync<unknown, infer Error> ? Error : never;

test('a call over HTTP adds exactly the errors of a client', () => {
  expectTypeOf<ErrorOf<PetStoreClient['listPets']>>().toEqualTypeOf<
    FromServer<InvalidRequest | StorageFailure> | ClientError
  >();
  expectTypeOf<ErrorOf<PetStoreClient['createPet']>>().toEqualTypeOf<
    FromServer<InvalidRequest | StorageFailure> | ClientError
  >();
  expectTypeOf<ErrorOf<PetStoreClient['getPet']>>().toEqualTypeOf<
    FromServer<NotFound | StorageFailure> | ClientError
  >();
});

test('the code distinguishes the errors', () => {
  expectTypeOf<ClientError['code']>().toEqualTypeOf<
    'unauthorized' | 'transport_failure' | 'timeout' | 'invalid_response'
  >();
});

test('every error of a creation says what became of the pet', () => {
  expectTypeOf<ErrorOf<PetStoreClient['createPet']>['outcome']>().toEqualTypeOf<'not_created' | 'unknown'>();
});

test('a client is a store with the errors of a client, and not a store in process', () => {
  expectTypeOf<PetStoreClient>().toExtend<PetStore<ClientError>>();
  expectTypeOf<PetStoreClient>().not.toExtend<PetStore>();
  expectTypeOf<PetStore>().toExtend<PetStore<ClientError>>();
});

test('the options of a call may be undefined', () => {
  expectTypeOf<CallOptions>({ signal: undefined, timeout: undefined });
});
