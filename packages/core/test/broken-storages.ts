import { errAsync, ok, okAsync, ResultAsync } from 'neverthrow';
import { storageFailure } from '../src/errors.ts';
import type { OpenStorage, StorageQuery } from '../src/pet-storage.ts';
import { createFrozenPet, type NewPet, type Pet } from '../src/pet.ts';
import { createPlainStorage } from './plain-storage.ts';

/** A double that breaks one sentence of a contract, to prove that a check fails. */
export interface Broken<Opened> {
  /** What is wrong with it. */
  readonly fault: string;
  /** The name of the check that must fail. */
  readonly caughtBy: string;
  /** Opens a new one without pets. */
  open(): Opened;
}

const listCheck = 'a list is in order of id, has only pets of the given status, and is no longer than its limit';
const sharingCheck = 'nothing that is stored changes when a caller changes an object that it passed or received';
const valueCheck = 'every value that the core accepts comes back equal';
const brokenCheck = 'on a broken disk or connection, an insert is an Err, and no call throws';
const closeCheck = 'closing again does nothing, and after it every other call is an Err';

const shared = createPlainStorage();

/** For each check of `storageContract`, at least one storage that fails it. */
export const brokenStorages: readonly Broken<OpenStorage>[] = [
  broken('contains a pet when it is opened', 'a new storage is empty', (storage) => {
    void storage.insert({ name: 'left over', categoryId: 1 });
    return {};
  }),

  broken('counts ids from 0', 'an id is a positive safe integer above every earlier one', (storage) => ({
    insert: (newPet) => storage.insert(newPet).map((pet) => createFrozenPet(pet.id - 1, pet)),
  })),

  broken('counts ids down', 'an id is a positive safe integer above every earlier one', (storage) => ({
    insert: (newPet) => storage.insert(newPet).map((pet) => createFrozenPet(1_000_000 - pet.id, pet)),
  })),

  broken('assigns one id to two pets', 'pets inserted concurrently get different ids and are all listed', (storage) => {
    let lastId = 0;
    const takeId = async () => {
      const id = lastId + 1;
      await Promise.resolve(); // a second insert reads the same last id here
      return (lastId = id);
    };
    return {
      insert: (newPet) =>
        ResultAsync.fromSafePromise(takeId()).andThen((id) =>
          storage.insert(newPet).map((pet) => createFrozenPet(id, pet)),
        ),
    };
  }),

  broken('returns an absent status as an own key', valueCheck, (storage) => ({
    findById: (id) => storage.findById(id).map((pet) => pet && ({ ...pet, status: pet.status } as Pet)),
  })),

  broken('hides a pet until the next one is inserted', 'a pet is visible as soon as its insert resolves', (storage) => {
    let last = 0;
    return {
      insert: (newPet) => storage.insert(newPet).map((pet) => ((last = pet.id), pet)),
      findById: (id) => storage.findById(id).map((pet) => (id === last ? undefined : pet)),
    };
  }),

  broken('finds the last pet under an unknown id', 'an id that no pet has finds nothing', (storage) => ({
    findById: (id) =>
      storage.findById(id).andThen((pet) => (pet ? ok(pet) : storage.list({ limit: 100 }).map((pets) => pets.at(-1)))),
  })),

  broken('lists the newest first', listCheck, (storage) => ({
    list: ({ limit, status }) => storage.list({ limit: 100, status }).map((pets) => pets.toReversed().slice(0, limit)),
  })),

  broken('lists the pets by their names', listCheck, (storage) => ({
    list: ({ limit, status }) =>
      storage
        .list({ limit: 100, status })
        .map((pets) => pets.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, limit)),
  })),

  broken('applies the limit before the filter', listCheck, (storage) => ({
    list: ({ limit, status }) =>
      storage.list({ limit }).map((pets) => pets.filter((pet) => status === undefined || pet.status === status)),
  })),

  broken('ignores the status', listCheck, (storage) => ({
    list: ({ limit }) => storage.list({ limit }),
  })),

  broken('ignores the limit', listCheck, (storage) => ({
    list: ({ status }) => storage.list({ limit: 100, status }),
  })),

  broken('lists pets without a status as available', listCheck, (storage) => ({
    list: ({ limit, status }: StorageQuery) =>
      storage
        .list({ limit: 100 })
        .map((pets) =>
          pets.filter((pet) => status === undefined || (pet.status ?? 'available') === status).slice(0, limit),
        ),
  })),

  broken('sets a status on every pet', 'a pet has exactly the fields of the new pet, and its id', (storage) => ({
    insert: (newPet) => storage.insert({ status: 'available', ...newPet }),
  })),

  broken('returns copies that can be changed', 'every pet that a storage returns is frozen', (storage) => ({
    findById: (id) => storage.findById(id).map((pet) => pet && { ...pet }),
  })),

  broken('keeps the object that it was passed', sharingCheck, (storage) => {
    const passed = new Map<number, NewPet>();
    return {
      insert: (newPet) => storage.insert(newPet).map((pet) => (passed.set(pet.id, newPet), pet)),
      findById: (id) => storage.findById(id).map((pet) => pet && createFrozenPet(id, passed.get(id) ?? pet)),
    };
  }),

  broken('returns its own array', sharingCheck, (storage) => {
    const own: Pet[] = [];
    return {
      insert: (newPet) => storage.insert(newPet).map((pet) => (own.push(pet), pet)),
      list: () => okAsync(own),
    };
  }),

  broken('rounds a categoryId', valueCheck, (storage) => ({
    insert: (newPet) => storage.insert({ ...newPet, categoryId: Number(newPet.categoryId) }),
  })),

  broken('returns every categoryId as a bigint', valueCheck, (storage) => ({
    insert: (newPet) => storage.insert({ ...newPet, categoryId: BigInt(newPet.categoryId) }),
  })),

  broken('cuts a name off at U+0000', valueCheck, (storage) => ({
    insert: (newPet) => storage.insert({ ...newPet, name: newPet.name.split('\u0000')[0] ?? '' }),
  })),

  {
    fault: 'shares its pets with every other storage',
    caughtBy: 'two storages share nothing',
    open: () => ({ ...shared, close: () => okAsync() }),
  },

  broken('works after it was closed', closeCheck, () => ({ close: () => okAsync() })),

  broken('does not know what becomes of a pet that it refuses when it is closed', closeCheck, (storage) => ({
    insert: (newPet) => storage.insert(newPet).mapErr((failure) => ({ ...failure, outcome: 'unknown' as const })),
  })),

  broken('finds a pet after it was closed', closeCheck, (storage) => {
    const kept = new Map<number, Pet>();
    return {
      insert: (newPet) => storage.insert(newPet).map((pet) => (kept.set(pet.id, pet), pet)),
      findById: (id) => okAsync(kept.get(id)),
    };
  }),

  broken('believes that it has stored a pet on a full disk', brokenCheck, () => ({})),

  broken('shows a pet that it failed to store', brokenCheck, (storage) => ({
    insert: (newPet) => storage.insert(newPet).andThen(() => errAsync(storageFailure('The disk is full.'))),
  })),

  broken('throws what its driver throws', brokenCheck, () => ({ insert: throwDiskFull })),

  broken('rejects with what its driver throws', brokenCheck, () => ({
    insert: () => errAsync(storageFailure('The disk is full.')),
    list: () => ResultAsync.fromSafePromise(Promise.resolve().then(throwDiskFull)),
  })),

  broken(
    'moves a pet to the end when it is read',
    'under a pet store, any sequence of calls behaves like a plain model',
    (storage) => {
      const seen: number[] = [];
      const findIndex = (pet: Pet) => seen.indexOf(pet.id);
      return {
        findById: (id) => storage.findById(id).map((pet) => (pet && seen.push(id), pet)),
        list: (query) => storage.list(query).map((pets) => pets.toSorted((a, b) => findIndex(a) - findIndex(b))),
      };
    },
  ),
];

/** A plain storage with some of its methods replaced by broken ones. */
function broken(
  fault: string,
  caughtBy: string,
  breakMethods: (storage: OpenStorage) => Partial<OpenStorage>,
): Broken<OpenStorage> {
  return {
    fault,
    caughtBy,
    open() {
      const storage = createPlainStorage();
      return { ...storage, ...breakMethods(storage) };
    },
  };
}

function throwDiskFull(): never {
  throw new Error('ENOSPC: no space left on device');
}
