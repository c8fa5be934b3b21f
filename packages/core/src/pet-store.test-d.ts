import type { ResultAsync } from 'neverthrow';
import { describe, expectTypeOf, test } from 'vitest';
import type { InvalidRequest, ListPetsQuery, NotFound, PetStore, PetStoreOptions, StorageFailure } from './index.ts';
import { createPetStore } from './index.ts';
import type { OpenedPetStore, PetStoreFixture, StorageFixture } from './contract/index.ts';

type ErrorOf<Operation> = Operation extends (...args: never[]) => ResultAsync<unknown, infer Error> ? Error : never;

describe('an operation', () => {
  test('names exactly the errors that it can return', () => {
    expectTypeOf<ErrorOf<PetStore['listPets']>>().toEqualTypeOf<InvalidRequest | StorageFailure>();
    expectTypeOf<ErrorOf<PetStore['createPet']>>().toEqualTypeOf<InvalidRequest | StorageFailure>();
    expectTypeOf<ErrorOf<PetStore['getPet']>>().toEqualTypeOf<NotFound | StorageFailure>();
  });

  test('has the errors of its transport over one, and none in process', () => {
    interface Lost {
      readonly code: 'lost';
    }
    expectTypeOf<ErrorOf<PetStore<Lost>['listPets']>>().toEqualTypeOf<InvalidRequest | StorageFailure | Lost>();
    expectTypeOf<ErrorOf<PetStore<Lost>['createPet']>>().toEqualTypeOf<InvalidRequest | StorageFailure | Lost>();
    expectTypeOf<ErrorOf<PetStore<Lost>['getPet']>>().toEqualTypeOf<NotFound | StorageFailure | Lost>();
    expectTypeOf(createPetStore).returns.toEqualTypeOf<PetStore>();
    expectTypeOf<PetStore>().toExtend<PetStore<Lost>>();
    expectTypeOf<PetStore<Lost>>().not.toExtend<PetStore>();
  });
});

test('an error is readonly', () => {
  const error = {} as NotFound;
  // @ts-expect-error -- readonly
  error.message = 'changed';
});

test('a query takes a limit and a status, each of its type', () => {
  expectTypeOf<ListPetsQuery>({ limit: 1, status: 'sold' });
  expectTypeOf<ListPetsQuery>({ limit: undefined, status: undefined });
  // @ts-expect-error -- not a status of a pet
  expectTypeOf<ListPetsQuery>({ status: 'lost' });
  // @ts-expect-error -- a string is not a limit
  expectTypeOf<ListPetsQuery>({ limit: '1' });
});

test('the options of a store may be undefined, which is the same as absent', () => {
  expectTypeOf<PetStoreOptions>({ storage: undefined, defaultStatus: undefined });
  expectTypeOf<Omit<StorageFixture, 'open'>>({ runs: undefined });
  expectTypeOf<Omit<PetStoreFixture, 'open'>>({ runs: undefined });
  expectTypeOf<Omit<OpenedPetStore, 'store'>>({ reopen: undefined, close: undefined });
});
