import type { ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { storageFailure, type InvalidRequest, type NotFound, type StorageFailure } from './errors.ts';
import { INT64_MIN } from './int64.ts';
import { createPetStore, type PetStore } from './pet-store.ts';
import { petStatuses } from './pet-status.ts';
import { unwrap } from './unwrap.ts';
import { hostileValues } from '../test/hostile-values.ts';
import { createPlainStorage } from '../test/plain-storage.ts';

const rex = { name: 'Rex', categoryId: 1 };

/** A pet store as callers without types see it. */
type UntypedStore = Record<
  keyof PetStore,
  (...args: unknown[]) => ResultAsync<unknown, InvalidRequest | NotFound | StorageFailure>
>;

function openStore(): { readonly store: PetStore; readonly untyped: UntypedStore } {
  const store = createPetStore({ storage: createPlainStorage() });
  return { store, untyped: store as unknown as UntypedStore };
}

describe('createPet', () => {
  test('accepts an instance of a class', async () => {
    class Dog {
      readonly name = 'Rex';
      readonly #category = 1;
      get categoryId() {
        return this.#category;
      }
    }
    const { store } = openStore();
    expect(await unwrap(store.createPet(new Dog()))).toStrictEqual({ id: 1, ...rex });
  });

  test('stores the value that it validated, even if a getter returns another one later', async () => {
    let reads = 0;
    const newPet = {
      ...rex,
      get name() {
        return reads++ === 0 ? 'Rex' : (null as never);
      },
    };
    const { store } = openStore();
    expect(await unwrap(store.createPet(newPet))).toStrictEqual({ id: 1, ...rex });
  });

  test.each([
    [{ name: 'Rex' }, 'categoryId'],
    [{}, 'name'],
    [{ ...rex, id: 1 }, 'id must be left out'],
    [{ ...rex, name: '\ud800' }, 'surrogate'],
    [{ ...rex, status: 'lost' }, 'available, pending, sold'],
    [undefined, 'object'],
    [{ ...rex, categoryId: 2 ** 53 }, 'from -2^63 to 2^63-1, as a bigint beyond the safe integers.'],
    [{ ...rex, categoryId: -(2 ** 63) }, 'as a bigint'],
    [{ ...rex, categoryId: 2 ** 63 }, 'from -2^63 to 2^63-1, as a number.'],
    [{ ...rex, categoryId: 2n ** 63n }, 'from -2^63 to 2^63-1.'],
    [{ ...rex, categoryId: '1' }, 'as a number.'],
  ])('refuses %o with a message that contains "%s"', async (body, part) => {
    const { untyped } = openStore();
    expect((await untyped.createPet(body))._unsafeUnwrapErr()).toStrictEqual({
      code: 'invalid_request',
      message: expect.stringContaining(part) as string,
      status: 400,
      outcome: 'not_created',
    });
  });

  test('refuses a value that cannot be read', async () => {
    const unreadable = new Proxy(rex, {
      get() {
        throw new Error('a trap');
      },
    });
    const { untyped } = openStore();
    expect((await untyped.createPet(unreadable))._unsafeUnwrapErr()).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('cannot be read') as string,
    });
  });
});

test.each(petStatuses)(
  'defaultStatus %s is set for a pet without a status, and for no other',
  async (defaultStatus) => {
    const store = createPetStore({ storage: createPlainStorage(), defaultStatus });
    const status = defaultStatus === 'sold' ? 'pending' : 'sold';
    expect((await unwrap(store.createPet(rex))).status).toBe(defaultStatus);
    expect((await unwrap(store.createPet({ ...rex, status: undefined }))).status).toBe(defaultStatus);
    expect((await unwrap(store.createPet({ ...rex, status }))).status).toBe(status);
    expect((await store.createPet({ ...rex, status: null } as never)).isErr()).toBe(true);
    expect(await unwrap(store.listPets({ status: defaultStatus }))).toHaveLength(2);
  },
);

test.each([
  [
    { limit: 0, status: 'lost' },
    'limit must be one integer from 1 to 100; status must be one of available, pending, sold',
  ],
  [null, 'The query is not valid: it must be an object'],
])('listPets refuses %o with a message that contains "%s"', async (query, part) => {
  const { untyped } = openStore();
  expect((await untyped.listPets(query))._unsafeUnwrapErr()).toStrictEqual({
    code: 'invalid_request',
    message: expect.stringContaining(part) as string,
    status: 400,
    outcome: 'not_created',
  });
});

describe('getPet', () => {
  test('finds a pet by its id, as a number or a bigint', async () => {
    const { store } = openStore();
    const pet = await unwrap(store.createPet(rex));
    expect(await unwrap(store.getPet(1))).toStrictEqual(pet);
    expect(await unwrap(store.getPet(1n))).toStrictEqual(pet);
  });

  test.each([0, -1, -0, 2, Number.MAX_SAFE_INTEGER, 2n ** 60n, INT64_MIN])('finds no pet under %s', async (petId) => {
    const { store } = openStore();
    await unwrap(store.createPet(rex));
    expect((await store.getPet(petId))._unsafeUnwrapErr()).toStrictEqual({
      code: 'not_found',
      message: expect.stringContaining(String(petId)) as string,
      status: 404,
    });
  });

  test.each([1.5, NaN, 2 ** 53, 2n ** 63n, '1', null, undefined, [1]])(
    'finds no pet under %s, which is not an id',
    async (petId) => {
      const { untyped } = openStore();
      await unwrap(untyped.createPet(rex));
      expect((await untyped.getPet(petId))._unsafeUnwrapErr().code).toBe('not_found');
    },
  );
});

describe('whatever a caller passes, the operations return a Result, and a refused value is not stored', () => {
  /** Every place where a caller can put a value. */
  const places: readonly ((store: UntypedStore, value: unknown) => ReturnType<UntypedStore[keyof PetStore]>)[] = [
    (store, value) => store.createPet(value),
    (store, value) => store.createPet({ ...rex, name: value }),
    (store, value) => store.createPet({ ...rex, categoryId: value }),
    (store, value) => store.createPet({ ...rex, status: value }),
    (store, value) => store.createPet({ ...rex, id: value }),
    (store, value) => store.listPets(value),
    (store, value) => store.listPets({ limit: value }),
    (store, value) => store.listPets({ status: value }),
    (store, value) => store.getPet(value),
  ];

  async function expectResult(place: (typeof places)[number], value: unknown): Promise<void> {
    const { store, untyped } = openStore();
    const result = await place(untyped, value);
    if (result.isErr()) {
      expect(['invalid_request', 'not_found']).toContain(result.error.code);
      expect(await unwrap(store.listPets())).toEqual([]);
    }
  }

  test.each(hostileValues)('$what', async ({ make }) => {
    for (const place of places) await expectResult(place, make());
  });
});

describe('a storage failure', () => {
  const cause = new Error('ENOSPC');
  test.each<readonly [how: string, cause: unknown, call: () => unknown]>([
    [
      'throws',
      cause,
      () => {
        throw cause;
      },
    ],
    ['rejects', cause, () => Promise.reject(cause)],
    ['returns nothing', undefined, () => undefined],
    ['returns something whose then returns nothing', undefined, () => ({ then: (resolve: () => void) => resolve() })],
    ['resolves with a pet that is not in a Result', rex, () => Promise.resolve(rex)],
    ['resolves with a list that is not in a Result', [rex], () => Promise.resolve([rex])],
  ])('is returned with its cause if a storage %s', async (_how, cause, call) => {
    const storage = { insert: call, findById: call, list: call, close: call } as never;
    const store = createPetStore({ storage });
    for (const result of [await store.listPets(), await store.createPet(rex), await store.getPet(1)]) {
      expect(result._unsafeUnwrapErr()).toMatchObject({ code: 'storage_failure', status: 503, cause });
    }
  });

  test('is returned unchanged by every operation, and does not hide that a request is invalid', async () => {
    const storage = createPlainStorage();
    const store = createPetStore({ storage });
    await unwrap(storage.close());
    const failure = storageFailure('The plain storage is closed.', undefined, 'not_created');
    expect((await store.listPets())._unsafeUnwrapErr()).toEqual(failure);
    expect((await store.createPet(rex))._unsafeUnwrapErr()).toEqual(failure);
    expect((await store.getPet(1))._unsafeUnwrapErr()).toEqual(failure);
    expect((await store.listPets({ limit: 0 }))._unsafeUnwrapErr().code).toBe('invalid_request');
    expect((await store.createPet({} as never))._unsafeUnwrapErr().code).toBe('invalid_request');
    expect((await store.getPet(-1))._unsafeUnwrapErr().code).toBe('not_found');
  });
});

test('a storage never receives an undefined status or an impossible id', async () => {
  const storage = createPlainStorage();
  const received: unknown[] = [];
  const store = createPetStore({
    storage: {
      ...storage,
      insert: (newPet) => (received.push(newPet), storage.insert(newPet)),
      findById: (id) => (received.push(id), storage.findById(id)),
    },
  });
  await unwrap(store.createPet({ ...rex, status: undefined }));
  for (const petId of [0, -1, 2n ** 60n, INT64_MIN, 1.5]) expect((await store.getPet(petId)).isErr()).toBe(true);
  await unwrap(store.getPet(1n));
  expect(received).toStrictEqual([rex, 1]);
});

describe('createPetStore', () => {
  const { insert, findById, list, close } = createPlainStorage();

  test.each([
    undefined,
    null,
    {},
    'memory',
    { findById, list, close },
    { insert, list, close },
    { insert, findById, close },
    { insert, findById, list },
  ])('refuses the storage %o', (storage) => {
    expect(() => createPetStore({ storage } as never)).toThrow(/^storage must be/);
  });

  test('refuses an option that it does not know', () => {
    expect(() => createPetStore({ storage: createPlainStorage(), defaultstatus: 'sold' } as never)).toThrow(
      expect.objectContaining({
        name: 'TypeError',
        message: expect.stringMatching(/^defaultstatus .*defaultStatus\b/) as string,
      }),
    );
  });

  test.each(['lost', '', null, 1, ['sold']])('refuses the default status %o', (defaultStatus) => {
    expect(() => createPetStore({ storage: createPlainStorage(), defaultStatus } as never)).toThrow(
      /^defaultStatus must be/,
    );
  });
});
