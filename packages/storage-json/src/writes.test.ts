import { unwrap } from '@petstore/core';
import type { OpenStorage, StorageFailure } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import type { FileSystem } from './file-system.ts';
import { openJsonStorageOn } from './json-storage.ts';
import { nth, withFaults, type FaultPlan, type OperationName } from '../test/faulty-file-system.ts';
import { MemoryDisk, readText } from '../test/memory-disk.ts';
import { insert } from '../test/opened.ts';

const path = '/home/pets.json';
const rex = { name: 'Rex', categoryId: 1 };
const ours = '{"pets":[\n]}\n';
const byHand = '{ "pets": [] }';
const theirs = '{ "pets": [], "theirs": 1 }';

describe.each([ours, byHand])('while %j is open, another program', (text) => {
  test.each<[change: string, make: (disk: MemoryDisk) => unknown]>([
    ['rewrites it at the same length', (disk) => disk.overwrite(path, Buffer.from(text.replace('pets', 'toys')))],
    ['removes it', (disk) => disk.fileSystem.remove(path)],
    ['replaces it by a copy', (disk) => replace(disk, text)],
  ])('%s: it is never written to again, and reads go on', async (_change, make) => {
    const disk = diskWith(text);
    const storage = await unwrap(openJsonStorageOn(disk.fileSystem, path));
    await make(disk);
    const { image } = disk;
    for (let i = 0; i < 2; i++) {
      const { message, outcome } = await expectFailure(storage, 'was changed or replaced by another program');
      expect([outcome, message]).toEqual(['not_created', expect.stringContaining('restart the server')]);
    }
    expect(await unwrap(storage.list({ limit: 1 }))).toEqual([]);
    expect((await storage.close()).isOk()).toBe(true);
    expect(disk.image).toEqual(image);
  });
});

describe('a change by another program in the middle of', () => {
  test('an opening fails the opening', async () => {
    const disk = diskWith(ours);
    const fileSystem = withFaults(disk.fileSystem, changing(disk, 'readFile'));
    const failure = (await openJsonStorageOn(fileSystem, path))._unsafeUnwrapErr();
    expect(failure.message).toContain('was changed or replaced by another program');
    expect(readText(disk.image, path)).toBe(theirs);
  });

  test('rewriting the file fails the creation, and the file of the other program stays', async () => {
    const disk = diskWith(byHand);
    const storage = await openOn(disk, changing(disk, 'fsync'));
    await expectFailure(storage, 'was changed or replaced by another program');
    await expectFailure(storage, 'was changed or replaced by another program');
    expect(disk.image).toEqual({ [path]: Uint8Array.from(Buffer.from(theirs)) });
  });

  test('a write is noticed after the write, and the file is never written to again', async () => {
    const disk = diskWith(ours);
    const storage = await openOn(disk, changing(disk, 'fdatasync', 2));
    expect((await expectFailure(storage, 'was changed or replaced by another program')).outcome).toBe('unknown');
    expect((await expectFailure(storage, 'was changed or replaced by another program')).outcome).toBe('not_created');
    expect(readText(disk.image, path)).toBe(theirs);
  });
});

test.each([
  ['after the rewrite', byHand, 'syncDirectory'],
  ['during the write', ours, 'fdatasync'],
] as const)(
  'a creation fails if another file takes the path %s, even one of the same size',
  async (_moment, text, operation) => {
    const theirs = '{"pets":[\n{"id":1,"name":"Max","categoryId":1}\n]}\n'; // as long as with Rex
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    let isOpen = false;
    const replacing = withFaults(disk.fileSystem, (each) => {
      if (isOpen && each === operation) {
        void replace(disk, theirs);
        isOpen = false;
      }
      return 'works';
    });
    const storage = await unwrap(openJsonStorageOn(replacing, path));
    isOpen = true;
    for (let i = 0; i < 2; i++) {
      const { message } = (await storage.insert(rex))._unsafeUnwrapErr();
      expect(message).toContain('was changed or replaced by another program');
    }
    expect(readText(disk.image, path)).toBe(theirs);
  },
);

test('concurrent creations in a pet file share one write and one sync, however many pets there are', async () => {
  for (const before of [0, 5000]) {
    const pets = Array.from({ length: before }, (_, index) => JSON.stringify({ id: index + 1, ...rex }));
    const disk = diskWith(`{"pets":[${pets.map((pet, index) => `${index === 0 ? '' : ','}\n${pet}`).join('')}\n]}\n`);
    const storage = await unwrap(openJsonStorageOn(disk.fileSystem, path));
    disk.operations.length = 0;
    await Promise.all(Array.from({ length: 64 }, () => insert(storage, rex)));
    expect(disk.operations.map(({ kind }) => kind)).toEqual(['write', 'sync']);
    const [write] = disk.operations;
    const lines = Array.from({ length: 64 }, (_, index) => JSON.stringify({ id: before + index + 1, ...rex }));
    const separator = before === 0 ? '\n' : ',\n';
    expect(write).toHaveProperty('bytes', Uint8Array.from(Buffer.from(`${separator}${lines.join(',\n')}\n]}\n`)));
  }
});

test('creations during a write of a pet file wait for it, and share the next one', async () => {
  const disk = diskWith(ours);
  const later: Promise<unknown>[] = [];
  const storage = await openOn(disk, (operation) => {
    if (operation === 'write' && later.length === 0) later.push(insert(storage, rex), insert(storage, rex));
    return 'works';
  });
  await Promise.all(Array.from({ length: 1500 }, () => insert(storage, rex)));
  await Promise.all(later);
  const counts = disk.operations.flatMap((operation) =>
    operation.kind === 'write' ? [readText({ write: operation.bytes }, 'write').split('"id"').length - 1] : [],
  );
  expect(counts).toEqual([1500, 2]);
});

test('a failed write that wrote only its end is undone, although the closing text is whole', async () => {
  const disk = diskWith(ours);
  const { fileSystem } = disk;
  let failuresLeft = 1;
  const endOnly: FileSystem = {
    ...fileSystem,
    async write(file, bytes, position) {
      if (failuresLeft-- <= 0) return fileSystem.write(file, bytes, position);
      await fileSystem.write(file, bytes.subarray(4), position + 4);
      throw new Error('EIO');
    },
  };
  const storage = await unwrap(openJsonStorageOn(endOnly, path));
  await expectFailure(storage, 'cannot be written to (EIO)');
  expect(readText(disk.image, path)).toBe(ours);
  expect((await insert(storage, rex)).id).toBe(1);
});

describe('rewriting a pet file', () => {
  test('leaves nothing behind if it fails, and is tried again by the next creation', async () => {
    for (const failing of ['remove', 'fstat', 'fchmod', 'tryLock', 'write', 'fsync', 'rename'] as const) {
      const disk = diskWith(byHand);
      let isFailing = false;
      const storage = await openOn(disk, (operation) => (isFailing && operation === failing ? 'fails' : 'works'));
      isFailing = true;
      await expectFailure(storage, `cannot be rewritten: remove the cause (EIO: ${failing} `);
      expect(disk.image).toEqual({ [path]: Uint8Array.from(Buffer.from(byHand)) });
      isFailing = false;
      expect((await insert(storage, rex)).id).toBe(1);
    }
  });

  test.each([
    ['EACCES', 'let this user write to its folder'],
    ['EBUSY', 'mount its folder and not the file alone'],
    ['EDQUOT', 'make room'],
    ['ENAMETOOLONG', 'give it a shorter name'],
    ['ENOSPC', 'make room'],
    ['EPERM', 'let this user replace the files of its folder'],
    ['EROFS', 'mount its folder for writing'],
  ])('that fails with %s says what to do: %s', async (code, advice) => {
    const { fileSystem } = diskWith(byHand);
    const rename = () => Promise.reject(Object.assign(new Error(code), { code }));
    const storage = await unwrap(openJsonStorageOn({ ...fileSystem, rename }, path));
    expect((await expectFailure(storage, `cannot be rewritten: ${advice} (${code})`)).outcome).toBe('not_created');
  });

  test('closes the file that was replaced', async () => {
    const disk = diskWith(byHand);
    const operations: OperationName[] = [];
    const storage = await openOn(disk, (operation) => {
      operations.push(operation);
      return 'works';
    });
    await insert(storage, rex);
    expect(operations.filter((operation) => operation === 'open')).toHaveLength(2);
    expect(operations.filter((operation) => operation === 'close')).toHaveLength(1);
  });

  const fails = () => Promise.reject(new Error('EPERM'));

  test.each<[how: string, chown: (owner: number) => Promise<void>, group: bigint, asked: unknown[]]>([
    ['the owner, the group and the mode', () => Promise.resolve(), 8n, [[7, 8], 0o644]],
    ['the group and the mode', (owner) => (owner === 7 ? fails() : Promise.resolve()), 8n, [[7, 8], [-1, 8], 0o644]],
    ['what the owner may do', fails, 0n, [[7, 8], [-1, 8], 0o600]],
  ])('keeps %s of the old file, as far as the process may set them', async (_how, chown, group, asked) => {
    const changes: unknown[] = [];
    const { fileSystem } = diskWith(byHand);
    const storage = await unwrap(
      openJsonStorageOn(
        {
          ...fileSystem,
          stat: async (name) => ({ ...(await fileSystem.stat(name)), uid: 7n, gid: 8n }),
          fstat: async (file) => ({ ...(await fileSystem.fstat(file)), gid: group }),
          fchown: (_file, ...owner) => (changes.push(owner), chown(owner[0])),
          fchmod: (_file, mode) => (changes.push(mode), Promise.resolve()),
        },
        path,
      ),
    );
    await insert(storage, rex);
    expect(changes).toEqual(asked);
  });

  test('stops creations if its rename may not be on the disk', async () => {
    const disk = diskWith(byHand);
    const storage = await openOn(
      disk,
      nth('syncDirectory', 2, () => 'fails'),
    );
    const reason = 'accepts no more pets until it is opened again, and reads still work';
    await expectFailure(storage, reason);
    await expectFailure(storage, reason);
    expect(readText(disk.image, path)).toBe(ours);
  });
});

/** Puts another file at the path, as editors do. */
function replace(disk: MemoryDisk, text: string): Promise<void> {
  disk.overwrite('/home/other', Buffer.from(text));
  return disk.fileSystem.rename('/home/other', path);
}

function diskWith(text: string): MemoryDisk {
  return new MemoryDisk({ [path]: Buffer.from(text) });
}

async function openOn(disk: MemoryDisk, plan: FaultPlan): Promise<OpenStorage> {
  return await unwrap(openJsonStorageOn(withFaults(disk.fileSystem, plan), path));
}

/** Lets another program rewrite the file just before one operation of this name: the first, second, … */
function changing(disk: MemoryDisk, operation: OperationName, count = 1): FaultPlan {
  return nth(operation, count, () => {
    disk.overwrite(path, Buffer.from(theirs));
    return 'works';
  });
}

async function expectFailure(storage: OpenStorage, expected: string): Promise<StorageFailure> {
  const failure = (await storage.insert(rex))._unsafeUnwrapErr();
  expect(failure.code).toBe('storage_failure');
  expect(failure.message).toContain(`The pet file ${path} ${expected}`);
  return failure;
}
