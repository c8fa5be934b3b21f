import { unwrap } from '@petstore/core';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createExamplePets, readSeed } from '../src/command/seed.ts';
import { isPostgresAddress, openStorage } from '../src/command/open-storage.ts';

const failOnWarning = (line: string) => {
  throw new Error(line);
};

/** Chooses a file in a new folder. */
async function newFile() {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-choice-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { storage: join(folder, 'pets.json'), lock: true };
}

test.each([
  ['postgres://127.0.0.1/pets', true],
  ['postgresql://127.0.0.1/pets', true],
  ['postgres.json', false],
  ['copies/postgres://127.0.0.1/pets', false],
])('%s is an address of PostgreSQL: %s', (storage, expected) => {
  expect(isPostgresAddress(storage)).toBe(expected);
});

describe('the storage of the command', () => {
  test.each([
    ['postgres://me:hunter2@[/pets', /^connectionString cannot be read as an address(?![^]*hunter2)/],
    ['missing/pets.json', / folder [^\n]+ --storage, [^\n]+ --storage memory\.$/],
  ])('at %s is a failure that says what to do, and shows no password', async (storage, message) => {
    const opened = await openStorage({ storage, lock: true }, [], failOnWarning);
    expect(opened._unsafeUnwrapErr().message).toMatch(message);
  });

  test.each(['0', '2500'])('memory opens with %s example pets', async (count) => {
    const seed = await unwrap(readSeed(count));
    const { storage, location } = unwrap(await openStorage({ storage: 'memory', lock: true }, seed, failOnWarning));
    expect(location).toContain('memory');
    expect(seed).toHaveLength(Number(count));
    expect(await unwrap(storage.list({ limit: 2500 }))).toEqual(seed.map((pet, index) => ({ id: index + 1, ...pet })));
  });

  test('a file gets the pets of a seed as new ones in the order of their ids, and a repair is reported in one line', async () => {
    const where = await newFile();
    const rex = { id: 7, name: 'Rex', categoryId: 1 };
    const mimi = { id: 3, name: 'Mimi', categoryId: 2 };
    const seedFile = `${where.storage}.seed.json`;
    await writeFile(seedFile, JSON.stringify({ pets: [rex, mimi] }));
    const seed = await unwrap(readSeed(seedFile));

    const { storage, location } = unwrap(await openStorage(where, seed, failOnWarning));
    expect(location).toBe(`${where.storage}, 2 pets`);
    expect(await unwrap(storage.list({ limit: 100 }))).toEqual([
      { ...mimi, id: 1 },
      { ...rex, id: 2 },
    ]);
    expect((await openStorage(where, [], failOnWarning)).isErr()).toBe(true); // it is locked
    const unlocked = unwrap(await openStorage({ ...where, lock: false }, [], failOnWarning));
    await unwrap(unlocked.storage.close());
    await unwrap(storage.close());

    await writeFile(where.storage, `{"pets":[\n${JSON.stringify(rex)},\n{"id":8,"na`);
    const warnings: string[] = [];
    const repaired = unwrap(await openStorage(where, [], (line) => void warnings.push(line)));
    await unwrap(repaired.storage.close());
    expect(warnings).toEqual([
      expect.stringMatching(/pets\.json was cut off: \d+ bytes, kept in .*Pets that remain: 1\./),
    ]);
  });

  test('a seed that cannot be stored fails the opening and releases the file', async () => {
    const where = await newFile();
    await writeFile(where.storage, '{ "pets": [] }'); // the first creation rewrites it
    await mkdir(`${where.storage}.petstore-temporary`);
    const { message } = (await openStorage(where, createExamplePets(3), failOnWarning))._unsafeUnwrapErr();
    expect(message).toContain('cannot be rewritten');
    await rm(`${where.storage}.petstore-temporary`, { recursive: true });
    const { storage } = unwrap(await openStorage(where, createExamplePets(3), failOnWarning));
    expect(await unwrap(storage.list({ limit: 100 }))).toHaveLength(3);
    await unwrap(storage.close());
  });

  test('the location says how many pets there are, and a warning that a seed was not used', async () => {
    const where = await newFile();
    const [locations, warnings]: [string[], string[]] = [[], []];
    for (const seed of [createExamplePets(3), createExamplePets(9), []]) {
      const { storage, location } = unwrap(await openStorage(where, seed, (line) => warnings.push(line)));
      locations.push(location.replace(where.storage, ''));
      expect(await unwrap(storage.list({ limit: 100 }))).toHaveLength(3);
      await unwrap(storage.close());
    }
    expect(locations).toEqual([', 3 pets', '', '']);
    expect(warnings).toEqual([`The seed was not used, because ${where.storage} has pets already.`]);
  });
});
