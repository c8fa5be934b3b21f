import { petStatuses, createFrozenPet, type Pet, type PetStatus } from '@petstore/core';
import { arbitraryStatus } from '@petstore/core/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPetIndex } from './pet-index.ts';

const makePet = (id: number, status?: PetStatus): Pet =>
  createFrozenPet(id, { name: `Pet ${id}`, categoryId: 1, status });

/** Any pets by ascending id, with and without gaps between the ids, with and without a status. */
function arbitraryPets(): fc.Arbitrary<Pet[]> {
  const gap = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2 ** 40 }));
  return fc.array(fc.tuple(gap, fc.option(arbitraryStatus(), { nil: undefined })), { maxLength: 60 }).map((steps) => {
    let id = 0;
    return steps.map(([step, status]) => makePet((id += step), status));
  });
}

test('the index copies the array that it is given', () => {
  const given = [makePet(1)];
  createPetIndex(given).add(makePet(2));
  expect(given).toEqual([makePet(1)]);
});

test('findById of the index finds each pet, and nothing under any other id', () => {
  fc.assert(
    fc.property(arbitraryPets(), (pets) => {
      const index = createPetIndex(pets);
      const ids = pets.flatMap(({ id }) => [id - 1, id, id + 1]);
      for (const id of [1, ...ids, pets.length, pets.length + 1, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
        expect(index.findById(id)).toBe(pets.find((pet) => pet.id === id));
      }
    }),
  );
});

describe('list of the index', () => {
  test('returns the same frozen array until another pet belongs to it, so that HTTP writes its JSON once', () => {
    const index = createPetIndex([makePet(1, 'sold')]);
    const listSold = () => index.list({ limit: 20, status: 'sold' });
    const before = listSold();
    expect(before).toSatisfy(Object.isFrozen);
    index.add(makePet(2, 'pending'));
    expect(listSold()).toBe(before);
    index.add(makePet(3, 'sold'));
    expect(listSold()).toEqual([makePet(1, 'sold'), makePet(3, 'sold')]);
  });

  test('keeps no list that is longer than one of the interface', () => {
    const index = createPetIndex();
    expect(index.list({ limit: 100 })).toBe(index.list({ limit: 100 }));
    expect(index.list({ limit: 101 })).not.toBe(index.list({ limit: 101 }));
  });

  test('returns what a scan returns, in any order of additions and lists', () => {
    const status = fc.option(arbitraryStatus(), { nil: undefined });
    const queries = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 100 }) }));
    fc.assert(
      fc.property(arbitraryPets(), fc.array(fc.tuple(status, queries)), (pets, turns) => {
        const index = createPetIndex([...pets]);
        for (const [added, asked] of turns) {
          index.add(makePet(index.nextId, added));
          for (const { limit } of asked) {
            for (const filter of [undefined, ...petStatuses]) {
              const matching = index.pets.filter((pet) => filter === undefined || pet.status === filter);
              expect(index.list({ limit, status: filter })).toEqual(matching.slice(0, limit));
            }
          }
        }
      }),
    );
  });

  test.each([undefined, ...petStatuses])('with the status %s reads no pet, so it does not scan', (status) => {
    const all = Array.from({ length: 10_000 }, (_, i) => makePet(i + 1, i < 9_000 ? 'available' : petStatuses[i % 3]));
    const readable = all.map((pet) => Proxy.revocable(pet, {}));
    const index = createPetIndex(readable.map(({ proxy }) => proxy));
    for (const { revoke } of readable) revoke(); // reading a pet throws from now on
    expect(index.list({ limit: 20, status })).toHaveLength(20);
  });
});

test('nextId of the index is 1 for the first pet, then one above the last', () => {
  const index = createPetIndex();
  expect(index.pets).toEqual([]);
  expect(index.nextId).toBe(1);
  index.add(makePet(1));
  expect(index.nextId).toBe(2);
  index.add(makePet(41));
  expect(index.nextId).toBe(42);
});
