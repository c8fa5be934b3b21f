import { unwrap } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { withFaults, type OperationName } from '../test/faulty-file-system.ts';
import { MemoryDisk } from '../test/memory-disk.ts';
import { openDurableFile } from './durable-file.ts';
import { createFailures } from './failure.ts';
import type { FileSystem } from './file-system.ts';
import { openJsonStorageOn } from './json-storage.ts';

const path = '/home/pets.json';
const [none, one] = ['{"pets":[\n]}\n', '{"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer];

test('a file that is replaced between its opening and its locking is refused, and the new one stays', async () => {
  const disk = new MemoryDisk({ [path]: none });
  const replacing: FileSystem = {
    ...disk.fileSystem,
    async open(opened, flags, mode) {
      const file = await disk.fileSystem.open(opened, flags, mode);
      disk.overwrite('/home/other', one);
      await disk.fileSystem.rename('/home/other', path);
      return file;
    },
  };
  expect((await openJsonStorageOn(replacing, path))._unsafeUnwrapErr().message).toContain(
    'was changed or replaced by another program',
  );
  expect(disk.image).toEqual({ [path]: Uint8Array.from(one) });
  expect((await openJsonStorageOn(disk.fileSystem, path)).isOk()).toBe(true);
});

test('a path is refused if it does not lead to a regular file once it is opened', async () => {
  const { fileSystem } = new MemoryDisk({ [path]: none });
  const swapped: FileSystem = {
    ...fileSystem,
    async open(opened, flags, mode) {
      const file = await fileSystem.open(opened, flags, mode);
      return { ...file, stat: async (options) => ({ ...(await file.stat(options)), isFile: () => false }) };
    },
  };
  expect((await openJsonStorageOn(swapped, path))._unsafeUnwrapErr().message).toContain('is not a regular file');
});

test('a refused opening leaves no file open', async () => {
  const disk = new MemoryDisk({ [path]: none, '/home/corrupt.json': Buffer.from('null') });
  const locked = await unwrap(openJsonStorageOn(disk.fileSystem, path));
  for (const refused of [path, '/home/corrupt.json']) {
    const operations: OperationName[] = [];
    const watched = withFaults(disk.fileSystem, (operation) => {
      operations.push(operation);
      return 'works';
    });
    expect((await openJsonStorageOn(watched, refused)).isErr()).toBe(true);
    expect(operations.filter((operation) => operation === 'open')).toHaveLength(1);
    expect(operations.filter((operation) => operation === 'close')).toHaveLength(1);
  }
  expect((await locked.close()).isOk()).toBe(true);
});

test.each(['{"pets":[\n]}\n', '{"pets":[]}', one.toString()])(
  'opening changes nothing in the folder of a file that is whole: %j',
  async (text) => {
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    const storage = await unwrap(openJsonStorageOn(disk.fileSystem, path));
    expect((await storage.close()).isOk()).toBe(true);
    expect(disk.operations.map(({ kind }) => kind)).toEqual(['syncDirectory', 'sync']);
    expect(disk.image).toEqual({ [path]: Uint8Array.from(Buffer.from(text)) });
  },
);

test('works on a platform without locks if lock is false', async () => {
  const { fileSystem } = new MemoryDisk({ [path]: Buffer.from('{"pets":[]}') });
  const without = withFaults(fileSystem, (operation) => (/lock/i.test(operation) ? 'fails' : 'works'));
  expect((await openJsonStorageOn(without, path)).isErr()).toBe(true);
  const storage = await unwrap(openJsonStorageOn(without, path, { lock: false }));
  expect((await storage.insert({ name: 'Bello', categoryId: 1 })).isOk()).toBe(true);
});

describe('replacing a file', () => {
  const [before, after] = ['before', 'after'].map((text) => Buffer.from(text)) as [Buffer, Buffer];

  /** Opens a file; returns what replaces it. */
  async function openReplaceable(fileSystem: FileSystem, lock = true) {
    const file = await openDurableFile(fileSystem, path, lock, createFailures('The file'));
    const bytes = await file.read();
    await file.sync();
    return () => file.replace(after, { position: 0, bytes });
  }

  const fails = () => Promise.reject(new Error('EPERM'));

  test.each<[how: string, chown: (owner: number) => Promise<void>, group: bigint, asked: unknown[]]>([
    ['the owner, the group and the mode', () => Promise.resolve(), 8n, [[7, 8], 0o644]],
    ['the group and the mode', (owner) => (owner === 7 ? fails() : Promise.resolve()), 8n, [[7, 8], [-1, 8], 0o644]],
    ['what the owner may do', fails, 0n, [[7, 8], [-1, 8], 0o600]],
  ])('the new file gets %s of the old one, as far as the process may set them', async (_how, chown, group, asked) => {
    const changes: unknown[] = [];
    const { fileSystem } = new MemoryDisk({ [path]: before });
    const replace = await openReplaceable({
      ...fileSystem,
      stat: async (...parameters) => ({ ...(await fileSystem.stat(...parameters)), uid: 7n, gid: 8n }),
      async open(...parameters) {
        const file = await fileSystem.open(...parameters);
        return {
          ...file,
          stat: async (options) => ({ ...(await file.stat(options)), gid: group }),
          chown: (...owner) => (changes.push(owner), chown(owner[0])),
          chmod: (mode) => (changes.push(mode), Promise.resolve()),
        };
      },
    });
    await replace();
    expect(changes).toEqual(asked);
  });

  test.each<OperationName>(['rm', 'open', 'write', 'fstat', 'fchmod', 'fsync', 'rename'])(
    'if %s fails, the old file is unchanged, and the new one is closed and removed',
    async (failing) => {
      const disk = new MemoryDisk({ [path]: before });
      const worked: OperationName[] = [];
      let isFailing = false;
      const fileSystem = withFaults(disk.fileSystem, (operation) => {
        if (isFailing && operation === failing) {
          isFailing = false;
          return 'fails';
        }
        worked.push(operation);
        return 'works';
      });
      const replace = await openReplaceable(fileSystem);
      worked.length = 0;
      isFailing = true;
      await expect(replace()).rejects.toThrow(`EIO: ${failing} `);
      expect(disk.image).toEqual({ [path]: Uint8Array.from(before) });
      expect(worked.filter((each) => each === 'close')).toEqual(worked.includes('open') ? ['close'] : []);
    },
  );

  test('removes the temporary file that a crash left; without the lock, it leaves that file, which another storage may be writing', async () => {
    const disk = new MemoryDisk({ [path]: before, [`${path}.petstore-temporary`]: after });
    const withoutLock = await openReplaceable(disk.fileSystem, false);
    await expect(withoutLock()).rejects.toMatchObject({ cause: { code: 'EEXIST' } });
    expect(Object.keys(disk.image)).toHaveLength(2);
    const withLock = await openReplaceable(disk.fileSystem);
    await withLock();
    expect(disk.image).toEqual({ [path]: Uint8Array.from(after) });
  });
});
