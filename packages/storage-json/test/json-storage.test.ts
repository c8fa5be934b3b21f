import { mkdir, readFile, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPetStore, unwrap } from '@petstore/core';
import { petStoreContract, storageContract } from '@petstore/core/contract';
import { slowRuns } from '@petstore/test-support/runs';
import { describe, expect, test } from 'vitest';
import { close, insert, list, open } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';
import { openJsonStorage } from '../src/index.ts';

const newPath = await petFilePaths();
const rex = { name: 'Rex', categoryId: 1 };

describe('a JSON storage keeps the contract of a storage:', () => {
  for (const { name, run } of storageContract) {
    test(name, () => run({ open: async () => open(await newPath()), openBroken, runs: slowRuns }));
  }
});

/** Opens a storage, and removes its file. */
async function openBroken() {
  const path = await newPath();
  const storage = await open(path);
  await rm(path);
  return storage;
}

describe('a store over a JSON storage, with reopenings in the middle, keeps the contract of a pet store:', () => {
  for (const { name, run } of petStoreContract) test(name, () => run({ open: openPetStore, runs: slowRuns }));

  async function openPetStore() {
    const path = await newPath();
    let storage = await open(path);
    return {
      store: createPetStore({ storage }),
      async reopen() {
        await close(storage);
        storage = await open(path);
        return createPetStore({ storage });
      },
      close: async () => storage.close(),
    };
  }
});

describe('the pet file', () => {
  test('is one JSON object with one pet to a line, after every creation', async () => {
    const path = await newPath();
    const storage = await open(path);
    expect(await readFile(path, 'utf8')).toBe('{"pets":[\n]}\n');
    await insert(storage, rex);
    expect(await readFile(path, 'utf8')).toBe('{"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n');
    await Promise.all([
      storage.insert({ name: 'a\n"b', categoryId: 2n ** 63n - 1n, status: 'sold' }),
      storage.insert(rex),
    ]);
    expect(await readFile(path, 'utf8')).toBe(
      '{"pets":[\n' +
        '{"id":1,"name":"Rex","categoryId":1},\n' +
        '{"id":2,"name":"a\\n\\"b","categoryId":9223372036854775807,"status":"sold"},\n' +
        '{"id":3,"name":"Rex","categoryId":1}\n]}\n',
    );
    await close(storage);
    expect(await readdir(dirname(path))).toEqual(['pets.json']);
  });

  test('continues with the id after the largest, wherever that pet is in the file', async () => {
    const pets = [5, 9, 2].map((id) => ({ id, ...rex }));
    const storage = await open(await newPath(JSON.stringify({ pets })));
    expect((await list(storage)).map(({ id }) => id)).toEqual([2, 5, 9]);
    expect((await insert(storage, rex)).id).toBe(10);
    expect(await unwrap(storage.findById(5))).toEqual({ id: 5, ...rex });
  });

  test('takes no more pets after the largest possible id', async () => {
    const storage = await open(await newPath(`{"pets":[{"id":${Number.MAX_SAFE_INTEGER},"name":"","categoryId":1}]}`));
    const failure = (await storage.insert(rex))._unsafeUnwrapErr();
    expect(failure.message).toContain('has no id left');
    expect(failure.outcome).toBe('not_created');
    expect(await list(storage)).toHaveLength(1);
  });
});

test.each<[what: string, make: (path: string) => Promise<void>, expected: string]>([
  ['a directory', (path) => mkdir(path), 'cannot be opened (EISDIR'],
  ['a device, a named pipe or the like', (path) => symlink('/dev/null', path), 'is not a regular file'],
  [
    'a file that is too large',
    async (path) => {
      await writeFile(path, '');
      await truncate(path, 500_000_001); // without a block on the disk
    },
    'is larger than 500 MB',
  ],
])('%s in the place of the pet file is refused', async (_what, make, expected) => {
  const path = await newPath();
  await make(path);
  expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain(`The pet file ${path} ${expected}`);
});

test('a symbolic link that leads to another pet file now takes no pet', async () => {
  const [first, second] = [await newPath(), await newPath('{"pets":[]}')];
  const link = `${first}.link`;
  await symlink(first, link);
  const storage = await open(link);
  await rm(link);
  await symlink(second, link);
  const { message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
  expect(message).toContain(`The pet file ${link} was changed or replaced by another program`);
  expect(outcome).toBe('not_created');
  expect(await readFile(second, 'utf8')).toBe('{"pets":[]}');
});

describe('the lock of a pet file', () => {
  test('refuses a file that is already open, under any of its names, until it is closed', async () => {
    const path = await newPath();
    const storage = await open(path);
    await symlink(path, `${path}.link`);
    for (const other of [path, `${path}.link`]) {
      const { code, message } = (await openJsonStorage(other))._unsafeUnwrapErr();
      expect(code).toBe('storage_failure');
      expect(message).toContain(`The pet file ${other} is already open`);
    }
    expect((await storage.insert(rex)).isOk()).toBe(true);
    await close(storage);
    expect(await list(await open(path))).toEqual([{ id: 1, ...rex }]);
  });

  test('is held after a rewrite, too', async () => {
    const path = await newPath('{ "pets": [] }');
    const storage = await open(path);
    expect((await openJsonStorage(path)).isErr()).toBe(true);
    await insert(storage, rex);
    expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain('is already open');
    await close(storage);
    expect(await list(await open(path))).toHaveLength(1);
  });

  test('is held by a storage that nothing refers to any more', async () => {
    const path = await newPath();
    await open(path);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    for (let i = 0; i < 5; i++) {
      collectGarbage();
      await new Promise(setImmediate);
    }
    expect((await openJsonStorage(path))._unsafeUnwrapErr().message).toContain('is already open');
  });

  test('can be left out; then a write of one storage makes the next write of the other one fail', async () => {
    const path = await newPath();
    const first = await open(path);
    const second = await unwrap(openJsonStorage(path, { lock: false }));
    expect((await second.insert(rex)).isOk()).toBe(true);
    expect((await first.insert(rex))._unsafeUnwrapErr().message).toContain(
      'was changed or replaced by another program',
    );
    expect((await second.insert(rex)).isOk()).toBe(true);
    expect(await list(second)).toHaveLength(2);
  });
});

test('closing a JSON storage waits for what is in flight', async () => {
  const path = await newPath();
  const storage = await open(path);
  const inserted = Promise.all(Array.from({ length: 3000 }, () => storage.insert(rex)));
  const closed = storage.close();
  const failure = (await storage.insert(rex))._unsafeUnwrapErr();
  expect(failure.message).toContain(`The pet file ${path} is closed`);
  expect(failure.outcome).toBe('not_created');
  expect((await closed).isOk()).toBe(true);
  expect((await inserted).every((result) => result.isOk())).toBe(true);
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3000 + 3);
  expect(await unwrap((await open(path)).findById(3000))).toEqual({ id: 3000, ...rex });
});

test.each<[what: string, path: unknown, options: object, message: RegExp]>([
  ['an unknown option', 'pets.json', { locked: false }, /^locked .*lock\b/],
  ['a listener that is no function', 'pets.json', { onTornEnd: 5 }, /^onTornEnd /],
  ['no path', undefined, {}, /^path /],
  ['null in place of the path', null, {}, /^path /],
  ['a path that is a number', 7, {}, /^path /],
  ['a path that is a URL', new URL('file:///pets.json'), {}, /^path /],
])('openJsonStorage throws a TypeError that names %s', (_what, path, options, message) => {
  expect(() => openJsonStorage(path as never, options)).toThrow(
    expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(message) as string }),
  );
});
