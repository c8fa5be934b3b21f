import { createFrozenPet, type NewPet, type Pet, unwrap } from '@petstore/core';
import { storageContract } from '@petstore/core/contract';
import { invalidPets, misspeltPets } from '@petstore/test-support/invalid-pets';
import { describe, expect, test } from 'vitest';
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts';

const rex: NewPet = { name: 'Rex', categoryId: 1 };
const makePet = (id: number): Pet => createFrozenPet(id, rex);

async function insert(storage: MemoryStorage, newPet: NewPet = rex): Promise<Pet> {
  return await unwrap(storage.insert(newPet));
}

async function listIds(storage: MemoryStorage): Promise<readonly number[]> {
  return (await unwrap(storage.list({ limit: 100 }))).map(({ id }) => id);
}

describe('a memory storage keeps the contract of a storage:', () => {
  for (const { name, run } of storageContract) test(name, () => run({ open: () => createMemoryStorage() }));
});

describe('the pets that a memory storage starts with', () => {
  test('may be in any order and have gaps, and the next id is one above the largest', async () => {
    const storage = createMemoryStorage({ pets: [makePet(7), makePet(2), makePet(5)] });
    expect(await listIds(storage)).toEqual([2, 5, 7]);
    expect(await unwrap(storage.findById(5))).toStrictEqual(makePet(5));
    expect(await unwrap(storage.findById(3))).toBeUndefined();
    expect((await insert(storage)).id).toBe(8);
  });

  test('are copied and frozen', async () => {
    const given = { ...rex, id: 1, categoryId: 5n, status: 'sold' as const };
    const pets = [given];
    const storage = createMemoryStorage({ pets });
    given.name = 'changed';
    pets.pop();
    const [pet] = await unwrap(storage.list({ limit: 1, status: 'sold' }));
    expect(pet).toStrictEqual({ id: 1, name: 'Rex', categoryId: 5, status: 'sold' });
    expect(pet).toSatisfy(Object.isFrozen);
  });
});

const notArrays = [
  { what: 'null', pets: null },
  { what: 'a pet', pets: makePet(1) },
  { what: 'a string', pets: 'Rex' },
  { what: 'an iterable', pets: new Set([makePet(1)]) },
].map((value) => ({ ...value, problem: ' must be an array' }));

test.each([...notArrays, ...invalidPets, ...misspeltPets])(
  'for the pets of a memory storage, anything but a list of pets is a TypeError that names the option: $what',
  async ({ pets, problem }) => {
    const create = () => createMemoryStorage({ pets } as never);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(`pets${problem}`);

    const storage = createMemoryStorage({ pets: [makePet(1)] });
    const restore = () => {
      storage.restore(pets as never);
    };
    expect(restore).toThrow(TypeError);
    expect(restore).toThrow(`snapshot${problem}`);
    expect(await listIds(storage)).toEqual([1]);
  },
);

test('an unknown option is a TypeError that names it and the known ones', () => {
  expect(() => createMemoryStorage({ pet: [] } as never)).toThrow(
    expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(/^pet .*pets\b/) as string }),
  );
});

describe('a snapshot of a memory storage', () => {
  test('contains every pet by ascending id, not only the first 100', async () => {
    const storage = createMemoryStorage();
    const inserted: Pet[] = [];
    for (let i = 0; i < 150; i++) inserted.push(await insert(storage));
    expect(storage.snapshot()).toEqual(inserted);
  });

  test('never changes, whatever the storage or its owner does', async () => {
    const storage = createMemoryStorage({ pets: [makePet(1)] });
    const snapshot = storage.snapshot();
    await insert(storage);
    expect(snapshot).toEqual([makePet(1)]);
    expect(() => (snapshot as Pet[]).pop()).toThrow(TypeError);
    expect(() => ((snapshot[0] as { name: string }).name = 'changed')).toThrow(TypeError);
    expect(await listIds(storage)).toEqual([1, 2]);
  });

  test('restores its pets, their lists by status and the next id', async () => {
    const storage = createMemoryStorage({ pets: [createFrozenPet(4, { ...rex, status: 'sold' })] });
    const snapshot = storage.snapshot();
    const lost = await insert(storage, { ...rex, status: 'sold' });
    storage.restore(snapshot);
    expect(storage.snapshot()).toEqual(snapshot);
    expect(await unwrap(storage.list({ limit: 100, status: 'sold' }))).toEqual(snapshot);
    expect(await unwrap(storage.findById(lost.id))).toBeUndefined();
    expect((await insert(storage)).id).toBe(5);
  });

  test('is copied, so changes of the restored array do not matter', async () => {
    const storage = createMemoryStorage();
    const pets = [makePet(2), makePet(1)];
    storage.restore(pets);
    expect(pets.map(({ id }) => id)).toEqual([2, 1]);
    pets.length = 0;
    expect(await listIds(storage)).toEqual([1, 2]);
    await insert(storage);
    expect(pets).toEqual([]);
  });

  test('does not reopen a closed storage', async () => {
    const storage = createMemoryStorage({ pets: [makePet(1)] });
    await unwrap(storage.close());
    storage.restore(storage.snapshot());
    for (const result of [await storage.list({ limit: 1 }), await storage.findById(1), await storage.insert(rex)]) {
      expect(result._unsafeUnwrapErr()).toMatchObject({
        code: 'storage_failure',
        message: expect.stringContaining('closed') as string,
        outcome: 'not_created',
      });
    }
  });
});

test('an insert fails once the last id is assigned, and the pets stay', async () => {
  const storage = createMemoryStorage({ pets: [makePet(Number.MAX_SAFE_INTEGER - 1)] });
  expect((await insert(storage)).id).toBe(Number.MAX_SAFE_INTEGER);
  for (let i = 0; i < 2; i++) {
    const { code, message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect([code, outcome]).toEqual(['storage_failure', 'not_created']);
    expect(message).toContain('no id left');
  }
  expect(await listIds(storage)).toEqual([Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]);
  expect((await unwrap(storage.findById(Number.MAX_SAFE_INTEGER)))?.name).toBe('Rex');
});
