import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unwrap, type Pet } from '@petstore/core';
import { expect, test } from 'vitest';
import { openSeededJsonStorage } from '../src/index.ts';
import { openJsonStorageOn } from '../src/json-storage.ts';
import { withFaults } from './faulty-file-system.ts';
import { MemoryDisk, readText } from './memory-disk.ts';
import { insert, list } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();
const pets: readonly Pet[] = [
  { id: 3, name: 'Rex', categoryId: 2n ** 63n - 1n },
  { id: 7, name: 'Mimi', categoryId: 1, status: 'sold' },
];
const seeded =
  '{"id":3,"name":"Rex","categoryId":9223372036854775807},\n{"id":7,"name":"Mimi","categoryId":1,"status":"sold"}\n]}\n';

test.each([
  ['is missing', undefined, '{"pets":[\n'],
  ['is empty', '', '{"pets":[\n'],
  ['has no pets', '{"pets":[\n]}\n', '{"pets":[\n'],
  ['has other keys', '{ "pets": [], "a": 1.50 }', '{"a":1.50,\n"pets":[\n'],
])('a file that %s gets the pets of a seed with their ids, and the next id follows', async (_what, content, start) => {
  const path = await newPath(content);
  await using storage = await unwrap(openSeededJsonStorage(path, pets, {}));
  expect(await readFile(path, 'utf8')).toBe(start + seeded);
  expect(await list(storage)).toEqual(pets);
  expect((await insert(storage, { name: 'Bello', categoryId: 1 })).id).toBe(8);
  expect(await readdir(dirname(path))).toEqual(['pets.json']);
});

test.each(['{"pets":[\n{"id":1,"name":"","categoryId":1}\n]}\n', '{"pets":[{"id":1,"name":"","categoryId":1}]}'])(
  'a file with a pet is left as it is: %j',
  async (content) => {
    const path = await newPath(content);
    await using storage = await unwrap(openSeededJsonStorage(path, pets, {}));
    expect(await list(storage)).toEqual([{ id: 1, name: '', categoryId: 1 }]);
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);

test.each(['{"pets":""}', '[]', '{"pets":[1]}'])(
  'a file without valid pets is refused and left as it is: %s',
  async (content) => {
    const path = await newPath(content);
    expect((await openSeededJsonStorage(path, pets, {})).isErr()).toBe(true);
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);

test('whichever operation fails or is the last one before a kill, either all pets of a seed are there or none', async () => {
  const path = '/home/pets.json';
  const found = new Set<number>();
  for (let fault = 0, steps = Infinity; fault < steps; fault++) {
    const disk = new MemoryDisk({ '/home/other': Buffer.from('') });
    let count = 0;
    const faulty = withFaults(disk.fileSystem, (_, step) => {
      count += 1;
      return step >= fault ? 'fails' : 'works';
    });
    const opening = await openJsonStorageOn(faulty, path, {}, pets);
    if (opening.isOk()) steps = Math.min(steps, count);
    disk.endProcesses();
    const reopened = await unwrap(openJsonStorageOn(disk.fileSystem, path));
    const listed = await list(reopened);
    if (listed.length > 0 || opening.isOk()) expect(listed, readText(disk.image, path)).toEqual(pets);
    found.add(listed.length);
  }
  expect(found).toEqual(new Set([0, 2]));
});
