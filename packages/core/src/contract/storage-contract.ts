import * as fc from 'fast-check';
import type { StorageFailure } from '../errors.ts';
import { isPetStorage, type PetStorage, type StorageQuery } from '../pet-storage.ts';
import { callStorage, createPetStore } from '../pet-store.ts';
import type { NewPet, Pet } from '../pet.ts';
import { petStatuses } from '../pet-status.ts';
import { arbitraryNewPet, awkwardNewPets } from './arbitraries.ts';
import type { AnyResult } from '../unwrap.ts';
import { createCheck, expectEqual, expectError, expectIdAbove, expectOk, type Check } from './check.ts';
import { anySequence } from './pet-store-contract.ts';

/** How to open storages to test, and how many cases to try. */
export interface StorageFixture {
  /** Opens a storage that is new and empty. */
  open(): PetStorage | Promise<PetStorage>;
  /** Opens a storage that is new and empty, and breaks its disk or its connection. Leave it out if nothing can fail: then no check uses it. */
  readonly openBroken?: (() => PetStorage | Promise<PetStorage>) | undefined;
  /** How many cases a property tries; 100 by default. Use fewer for a slow storage. */
  readonly runs?: number | undefined;
}

/**
 * The contract of every `PetStorage`, as checks for any test runner.
 *
 * @example
 * ```ts
 * for (const check of storageContract) test(check.name, () => check.run({ open: createMyStorage }));
 * ```
 */
export const storageContract: readonly Check<StorageFixture>[] = [
  createStorageCheck('a new storage is empty', async (storage) => {
    expectEqual(await list(storage), [], 'the list of a new storage');
  }),

  createStorageCheck('an id is a positive safe integer above every earlier one', async (storage) => {
    let last = 0;
    for (let i = 0; i < 30; i++) {
      const { id } = await insert(storage, rex);
      expectIdAbove(last, id);
      last = id;
    }
  }),

  createStorageCheck('pets inserted concurrently get different ids and are all listed', async (storage) => {
    const inserted = await Promise.all(
      Array.from({ length: 60 }, (_, i) => insert(storage, { ...rex, categoryId: i })),
    );
    const byId = inserted.toSorted((a, b) => a.id - b.id);
    expectEqual(new Set(byId.map(({ id }) => id)).size, 60, 'the number of different ids');
    expectEqual(await list(storage), byId, 'the list after concurrent inserts');
    for (const pet of inserted) expectEqual(await find(storage, pet.id), pet, `the pet ${pet.id}`);
  }),

  createStorageCheck('a pet is visible as soon as its insert resolves', async (storage) => {
    for (const status of petStatuses) {
      const pet = await insert(storage, { ...rex, status });
      expectEqual(await find(storage, pet.id), pet, 'the pet by its id');
      expectEqual(await list(storage, { status }), [pet], `the pet among the ${status}`);
      expectEqual((await list(storage)).at(-1), pet, 'the last of all pets');
    }
  }),

  createStorageCheck('an id that no pet has finds nothing', async (storage) => {
    const { id } = await insert(storage, rex);
    for (const unknown of [id + 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      expectEqual(await find(storage, unknown), undefined, `the pet ${unknown}`);
    }
  }),

  createStorageCheck(
    'a list is in order of id, has only pets of the given status, and is no longer than its limit',
    async (storage) => {
      const inserted: Pet[] = [];
      for (let i = 0; i < 12; i++) {
        const status = petStatuses[i % 4]; // every fourth has none
        const pet = { ...rex, name: `Rex ${99 - i}` }; // an order by name would be another one
        inserted.push(await insert(storage, status === undefined ? pet : { ...pet, status }));
      }
      for (const status of [undefined, ...petStatuses]) {
        const matching = inserted.filter((pet) => status === undefined || pet.status === status);
        for (const limit of [1, 2, 3, 5, 100]) {
          const listed = await list(storage, { limit, status });
          expectEqual(
            listed,
            matching.slice(0, limit),
            `the list for ${status ?? 'every status'} and the limit ${limit}`,
          );
        }
      }
    },
  ),

  createStorageCheck('a pet has exactly the fields of the new pet, and its id', async (storage) => {
    for (const newPet of [rex, { ...rex, status: 'sold' as const }]) {
      const pet = await insert(storage, newPet);
      const stored = await find(storage, pet.id);
      for (const one of [pet, stored]) {
        expectEqual(one, { id: pet.id, ...newPet }, 'the pet');
        expectEqual('status' in (one ?? {}), 'status' in newPet, 'whether the pet has the field status');
      }
    }
  }),

  createStorageCheck('every pet that a storage returns is frozen', async (storage) => {
    const pet = await insert(storage, rex);
    for (const one of [pet, await find(storage, pet.id), ...(await list(storage))]) {
      expectEqual(Object.isFrozen(one), true, 'whether a pet is frozen');
    }
  }),

  createStorageCheck(
    'nothing that is stored changes when a caller changes an object that it passed or received',
    async (storage) => {
      const passed = { ...rex };
      const inserting = insert(storage, passed);
      passed.name = 'changed by the caller'; // before the insert resolves
      const pet = await inserting;
      expectEqual(
        await find(storage, pet.id),
        { id: pet.id, ...rex },
        'the pet after its caller changed what it passed',
      );

      const received = await list(storage);
      Reflect.set(received, 1, { ...pet, id: pet.id + 1 }); // it throws nothing if the list is frozen
      Reflect.set(received, 0, { ...pet, name: 'changed by the caller' });
      expectEqual(await list(storage), [{ id: pet.id, ...rex }], 'the list after its caller changed a list');
    },
  ),

  createCheck('every value that the core accepts comes back equal', (fixture) =>
    withStorage(fixture, (storage) =>
      fc.assert(
        fc.asyncProperty(arbitraryNewPet(), async (newPet) => {
          const pet = await insert(storage, newPet);
          expectEqual(pet, { id: pet.id, ...newPet }, 'the inserted pet');
          expectEqual(await find(storage, pet.id), pet, 'the pet by its id');
        }),
        {
          numRuns: awkwardNewPets.length + (fixture.runs ?? 100),
          examples: awkwardNewPets.map((newPet) => [newPet]),
        },
      ),
    ),
  ),

  createCheck('two storages share nothing', (fixture) =>
    withStorage(fixture, async (storage) => {
      const pet = await insert(storage, rex);
      await withStorage(fixture, async (another) => {
        expectEqual(await list(another), [], 'the list of another storage');
        expectEqual(await find(another, pet.id), undefined, 'the pet in another storage');
      });
    }),
  ),

  createStorageCheck('closing again does nothing, and after it every other call is an Err', async (storage) => {
    const { id } = await insert(storage, rex);
    expectOk(await storage.close(), 'close()');
    expectOk(await storage.close(), 'the second close()');
    for (const [method, call] of callsOf(storage, id)) {
      const { outcome } = expectError(await call(), 'storage_failure', `${method} on a closed storage`);
      if (method === 'insert') expectEqual(outcome, 'not_created', 'the outcome of insert on a closed storage');
    }
  }),

  createCheck('on a broken disk or connection, an insert is an Err, and no call throws', async ({ openBroken }) => {
    if (openBroken === undefined) return;
    await withStorage({ open: openBroken }, async (storage) => {
      for (const [method, call] of callsOf(storage, 1)) {
        const result = await call().catch((thrown: unknown) => thrown as never);
        const isReadFromMemory = method !== 'insert' && 'value' in result;
        if (!isReadFromMemory) expectError(result, 'storage_failure', `${method} on a broken storage`);
        else if (method === 'list') expectEqual(result.value, [], 'the list after an insert that failed');
      }
    });
  }),

  createCheck(`under a pet store, ${anySequence.name}`, (fixture) =>
    anySequence.run({
      async open() {
        const storage = await openStorage(fixture);
        return { store: createPetStore({ storage }), close: async () => storage.close() };
      },
      runs: fixture.runs,
    }),
  ),
];

const rex: NewPet = Object.freeze({ name: 'Rex', categoryId: 1 }); // a storage that changes it must not spoil the next check

function createStorageCheck(name: string, behaviour: (storage: PetStorage) => Promise<void>): Check<StorageFixture> {
  return createCheck(name, (fixture) => withStorage(fixture, behaviour));
}

/** Opens a storage, uses it, and closes it even if `use` throws. */
async function withStorage(fixture: StorageFixture, use: (storage: PetStorage) => Promise<void>): Promise<void> {
  const storage = await openStorage(fixture);
  try {
    await use(storage);
  } catch (error) {
    void (await callStorage(() => storage.close())); // a failure of `close` must not hide that of the check
    throw error;
  }
  void (await storage.close());
}

async function openStorage(fixture: StorageFixture): Promise<PetStorage> {
  const storage: unknown = await fixture.open();
  if (isPetStorage(storage)) return storage;
  throw new TypeError('open() must return a PetStorage or a promise of one: unwrap a Result first.');
}

async function insert(storage: PetStorage, newPet: NewPet): Promise<Pet> {
  return expectOk(await storage.insert(newPet), 'insert');
}

async function find(storage: PetStorage, id: number): Promise<Pet | undefined> {
  return expectOk(await storage.findById(id), `findById(${id})`);
}

async function list(storage: PetStorage, query: Partial<StorageQuery> = {}): Promise<readonly Pet[]> {
  return expectOk(await storage.list({ limit: 100, ...query }), 'list');
}

/** Every call but `close`. The compiler asks for a new one here. */
function callsOf(storage: PetStorage, id: number) {
  const calls: Readonly<Record<Exclude<keyof PetStorage, 'close'>, () => Promise<AnyResult<unknown, StorageFailure>>>> =
    {
      insert: async () => await storage.insert(rex),
      findById: async () => await storage.findById(id),
      list: async () => await storage.list({ limit: 1 }),
    };
  return Object.entries(calls);
}
