import { unwrap } from '@petstore/core';
import type { NewPet, Pet } from '@petstore/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openJsonStorageOn } from './json-storage.ts';
import { MemoryDisk, readText } from '../test/memory-disk.ts';

const path = '/home/pets.json';
const pageSize = 4096;

/** The content of a pet file before a batch of pets was added, and after it. */
interface Batch {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly acknowledged: readonly Pet[];
}

const batches: readonly (readonly [what: string, first: readonly NewPet[], last: readonly NewPet[]])[] = [
  ['one pet with a name of 60 kB', shortPets(3), [{ name: 'x'.repeat(60_000), categoryId: 1 }]],
  ['200 short pets', shortPets(90), shortPets(200)],
  ['the first 200 pets', [], shortPets(200)],
  ['a name of 60 kB between short pets', shortPets(40), [...shortPets(50), longPet(), ...shortPets(50)]],
];

describe('a power cut that loses pages of the last batch loses no acknowledged pet:', () => {
  for (const [what, first, last] of batches) {
    test(`any one or two pages of ${what}`, async () => {
      const batch = await add(first, last);
      const pages = findPages(batch);
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages) {
        for (const other of pages) await expectToOpen(batch, [page, other]);
      }
    });

    test(`any pages of ${what}`, async () => {
      const batch = await add(first, last);
      await fc.assert(fc.asyncProperty(fc.subarray([...findPages(batch)]), (missing) => expectToOpen(batch, missing)));
    });
  }
});

test('zeros before more lines than a batch has are damage, and the file does not change', async () => {
  const { after } = await add([], [...shortPets(1000), ...shortPets(1000)]);
  const damaged = Uint8Array.from(after).fill(0, 100, 200);
  const disk = new MemoryDisk({ [path]: damaged });
  expect((await openJsonStorageOn(disk.fileSystem, path)).isErr()).toBe(true);
  expect(disk.image).toEqual({ [path]: damaged });
});

/** Adds a batch of pets to a file that has pets already. */
async function add(first: readonly NewPet[], last: readonly NewPet[]): Promise<Batch> {
  const disk = new MemoryDisk({ [path]: Buffer.from('{"pets":[\n]}\n') });
  const storage = await unwrap(openJsonStorageOn(disk.fileSystem, path));
  const results = await Promise.all(first.map((newPet) => storage.insert(newPet)));
  const before = disk.image[path] as Uint8Array;
  await Promise.all(last.map((newPet) => storage.insert(newPet)));
  const after = disk.image[path] as Uint8Array;
  expect((await storage.close()).isOk()).toBe(true);
  return { before, after, acknowledged: results.map((result) => unwrap(result)) };
}

/** Finds the pages that the batch was written to. */
function findPages({ before, after }: Batch): readonly number[] {
  const first = Math.floor((before.length - '\n]}\n'.length) / pageSize);
  const count = Math.ceil(after.length / pageSize) - first;
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Opens the file with some pages as they were before the batch. Beyond the old end they are zeros. */
async function expectToOpen({ before, after, acknowledged }: Batch, missing: readonly number[]): Promise<void> {
  const image = Uint8Array.from(after);
  for (const page of missing) {
    const [start, end] = [page * pageSize, Math.min((page + 1) * pageSize, after.length)];
    image.fill(0, start, end);
    image.set(before.subarray(start, Math.max(start, Math.min(end, before.length))), start);
  }
  const disk = new MemoryDisk({ [path]: image });
  const opening = await openJsonStorageOn(disk.fileSystem, path);
  if (opening.isErr()) throw new Error(`without the pages ${missing.join()}: ${opening.error.message}`);
  const pets = await unwrap(opening.value.list({ limit: 10_000 }));
  expect(pets.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect((await unwrap(opening.value.insert({ name: 'after', categoryId: 1 }))).id).toBe(pets.length + 1);
  expect((await opening.value.close()).isOk()).toBe(true);
  const written = JSON.parse(readText(disk.image, path)) as { readonly pets: readonly Pet[] };
  expect(written.pets.slice(0, pets.length)).toEqual(pets);
}

function shortPets(count: number): NewPet[] {
  return Array.from({ length: count }, (_, index) => ({ name: `Pet ${index}`, categoryId: index }));
}

function longPet(): NewPet {
  return { name: 'x'.repeat(60_000), categoryId: 1 };
}
