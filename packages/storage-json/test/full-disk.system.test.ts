import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NewPet, type Pet, unwrap } from '@petstore/core';
import { expect, test } from 'vitest';
import { attempt, mountRamDisk, whySkipped } from './mounts.ts';
import { close, open } from './opened.ts';

const ramDisk = attempt(mountRamDisk);
test.skipIf(ramDisk.isErr())(
  `on a full disk creations fail and reads work, until there is room again${whySkipped(ramDisk)}`,
  async () => {
    const folder = unwrap(ramDisk);
    const ballast = join(folder, 'ballast');
    await writeFile(ballast, Buffer.alloc(64 * 1024));
    await expectToSurvive(join(folder, 'pets.json'), () => rm(ballast));
  },
);

/** Creates pets until there is no room for them, makes room, and creates some more. */
async function expectToSurvive(path: string, makeRoom: () => unknown): Promise<void> {
  const storage = await open(path);
  const created: Pet[] = [];
  const create = async (name: string) => {
    const newPets: NewPet[] = Array.from({ length: 8 }, (_, index) => ({ name, categoryId: index }));
    const results = await Promise.all(newPets.map((newPet) => storage.insert(newPet)));
    for (const result of results) {
      if (result.isOk()) created.push(result.value);
      else {
        expect(result.error.message).toContain(`The pet file ${path} cannot be written to (ENOSPC`);
        expect(result.error.outcome).toBe('not_created');
      }
    }
    expect(await unwrap(storage.list({ limit: 10_000 }))).toEqual(created);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ pets: created });
    return results.every((result) => result.isOk());
  };

  while (await create('x'.repeat(100)));
  const before = created.length;
  expect(before).toBeGreaterThan(100);
  for (let i = 0; i < 3; i++) expect(await create('x'.repeat(1000))).toBe(false);
  expect(created.length).toBe(before);

  await makeRoom();
  expect(await create('x'.repeat(1000))).toBe(true);
  await close(storage);
  const reopened = await open(path);
  expect(await unwrap(reopened.list({ limit: 10_000 }))).toEqual(created);
  await close(reopened);
}
