import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSeed } from './seed.ts';
import { openStorage, parseStorageChoice } from './storage-choice.ts';

const failOnWarning = (line: string) => {
  throw new Error(line);
};

describe('the choice of a storage', () => {
  test.each([
    ['memory', { kind: 'memory' }],
    ['pets.json', { kind: 'json', path: 'pets.json', lock: true }],
    ['/var/lib/My Pets.JSON', { kind: 'json', path: '/var/lib/My Pets.JSON', lock: true }],
    ['postgres://me@db/pets', { kind: 'postgres', connectionString: 'postgres://me@db/pets' }],
    ['postgresql://me@db/pets', { kind: 'postgres', connectionString: 'postgresql://me@db/pets' }],
  ])('%s is read', (text, choice) => {
    expect(parseStorageChoice(text)._unsafeUnwrap()).toEqual(choice);
  });

  test.each(['', 'Memory', 'pets', 'pets.json.bak', 'mysql://me:hunter2@db/pets', 'postgres:pets'])(
    '"%s" is refused, and not shown',
    (text) => {
      const sentence = parseStorageChoice(text)._unsafeUnwrapErr();
      expect(sentence).toMatch(/^must be .*\.$/);
      expect(sentence).not.toContain('hunter2');
    },
  );

  test('of an address that cannot be read opens nothing, and does not show it', async () => {
    const connectionString = 'postgres://me:hunter2@[/pets';
    const { message } = (
      await openStorage({ kind: 'postgres', connectionString }, [], failOnWarning)
    )._unsafeUnwrapErr();
    expect(message).toMatch(/^connectionString cannot be read as an address/);
    expect(message).not.toContain('hunter2');
  });

  test.each([0, 3])('memory opens with %i example pets', async (count) => {
    const seed = (await readSeed(count))._unsafeUnwrap();
    const { storage, place } = (await openStorage({ kind: 'memory' }, seed, failOnWarning))._unsafeUnwrap();
    expect(place).toContain('memory');
    expect((await storage.list({ limit: 100 }))._unsafeUnwrap()).toEqual(seed);
  });

  test('a file opens with the pets of a seed, and a repaired one is reported in one line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-choice-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const rex = { id: 7, name: 'Rex', categoryId: 1 };
    await writeFile(join(folder, 'seed.json'), JSON.stringify({ pets: [rex] }));
    const seed = (await readSeed(join(folder, 'seed.json')))._unsafeUnwrap();

    const choice = { kind: 'json', path: join(folder, 'pets.json'), lock: true } as const;
    const { storage, place } = (await openStorage(choice, seed, failOnWarning))._unsafeUnwrap();
    expect(place).toBe(choice.path);
    expect((await storage.list({ limit: 100 }))._unsafeUnwrap()).toEqual([rex]);
    expect((await openStorage(choice, [], failOnWarning)).isErr()).toBe(true); // it is locked
    (await storage.close())._unsafeUnwrap();

    await writeFile(choice.path, `{"pets":[\n${JSON.stringify(rex)},\n{"id":8,"na`);
    const warnings: string[] = [];
    const repaired = (await openStorage(choice, [], (line) => warnings.push(line)))._unsafeUnwrap();
    (await repaired.storage.close())._unsafeUnwrap();
    expect(warnings).toEqual([
      expect.stringMatching(/pets\.json was cut off: \d+ bytes, kept in .*Pets that remain: 1\./),
    ]);
  });

  test('a store with a pet gets no example pets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-choice-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const choice = { kind: 'json', path: join(folder, 'pets.json'), lock: true } as const;
    for (const count of [3, 9]) {
      const seed = (await readSeed(count))._unsafeUnwrap();
      const { storage } = (await openStorage(choice, seed, failOnWarning))._unsafeUnwrap();
      expect((await storage.list({ limit: 100 }))._unsafeUnwrap()).toHaveLength(3);
      (await storage.close())._unsafeUnwrap();
    }
  });
});
