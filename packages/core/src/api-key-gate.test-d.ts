import type { ResultAsync } from 'neverthrow';
import { describe, expectTypeOf, test } from 'vitest';
import { requireApiKey, type ApiKeyGate, type ApiKeys, type PetStore, type Unauthorized } from './index.ts';

describe('authenticate', () => {
  test('gives the store, or exactly Unauthorized', () => {
    expectTypeOf<ApiKeyGate['authenticate']>().returns.toEqualTypeOf<ResultAsync<PetStore, Unauthorized>>();
    expectTypeOf<Unauthorized['code']>().toEqualTypeOf<'unauthorized'>();
    expectTypeOf<Unauthorized['status']>().toEqualTypeOf<401>();
    expectTypeOf<keyof Unauthorized>().toEqualTypeOf<'code' | 'message' | 'status'>();
  });

  test('must be told where there is no key', () => {
    expectTypeOf<ApiKeyGate['authenticate']>().parameters.toEqualTypeOf<[key: string | undefined]>();
    // @ts-expect-error -- undefined is passed, not left out
    expectTypeOf<ApiKeyGate['authenticate']>().toBeCallableWith();
  });

  test('is the only way to the store', () => {
    expectTypeOf<keyof ApiKeyGate>().toEqualTypeOf<'authenticate'>();
    expectTypeOf(requireApiKey).returns.toEqualTypeOf<ApiKeyGate>();
  });
});

describe('keys', () => {
  test('are a list, or a function that answers at once or later', () => {
    expectTypeOf<readonly ['a', 'b']>().toExtend<ApiKeys>();
    expectTypeOf<string[]>().toExtend<ApiKeys>();
    expectTypeOf<(key: string) => boolean>().toExtend<ApiKeys>();
    expectTypeOf<(key: string) => Promise<boolean>>().toExtend<ApiKeys>();
    expectTypeOf<() => true>().toExtend<ApiKeys>();
  });

  test('are nothing else', () => {
    expectTypeOf<string>().not.toExtend<ApiKeys>();
    expectTypeOf<undefined>().not.toExtend<ApiKeys>();
    expectTypeOf<number[]>().not.toExtend<ApiKeys>();
    expectTypeOf<(key: string) => string | undefined>().not.toExtend<ApiKeys>();
    expectTypeOf<(key: string) => Promise<string>>().not.toExtend<ApiKeys>();
    expectTypeOf<(key: number) => boolean>().not.toExtend<ApiKeys>();
  });
});
