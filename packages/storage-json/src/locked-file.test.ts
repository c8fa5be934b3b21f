import { expect, test } from 'vitest';
import { withFaults, type OperationName } from '../test/faulty-file-system.ts';
import { MemoryDisk } from '../test/memory-disk.ts';
import type { FileSystem } from './file-system.ts';
import { openJsonStorageOn } from './open-json-storage.ts';

const path = '/home/pets.json';
const [none, one] = ['{"pets":[\n]}\n', '{"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer];

/** A file system where another process replaces the file as soon as it is opened, a number of times. */
function replacing(disk: MemoryDisk, times: number): FileSystem {
  let left = times;
  return {
    ...disk.fileSystem,
    async open(opened, mode) {
      const file = await disk.fileSystem.open(opened, mode);
      if (left-- > 0) {
        disk.overwrite('/home/other', one);
        await disk.fileSystem.rename('/home/other', path);
      }
      return file;
    },
  };
}

test('a file that is replaced between its opening and its locking is opened again', async () => {
  const disk = new MemoryDisk({ [path]: none });
  const storage = (await openJsonStorageOn(replacing(disk, 2), path))._unsafeUnwrap();
  expect((await storage.list({ limit: 1 }))._unsafeUnwrap()).toHaveLength(1);
  expect((await storage.insert({ name: 'Bello', categoryId: 1 })).isOk()).toBe(true);
});

test('an opening gives up after ten attempts if the file is replaced again and again', async () => {
  const open = (times: number) => openJsonStorageOn(replacing(new MemoryDisk({ [path]: none }), times), path);
  expect((await open(9)).isOk()).toBe(true);
  expect((await open(10))._unsafeUnwrapErr().message).toContain('is replaced by another program again and again');
});

test('a path is refused if it does not lead to a regular file once it is opened', async () => {
  const { fileSystem } = new MemoryDisk({ [path]: none });
  const swapped: FileSystem = {
    ...fileSystem,
    async open(opened, mode) {
      const file = await fileSystem.open(opened, mode);
      return { ...file, status: async () => ({ ...(await file.status()), isFile: false }) };
    },
  };
  expect((await openJsonStorageOn(swapped, path))._unsafeUnwrapErr().message).toContain('is not a regular file');
});

test('a refused opening leaves no file open', async () => {
  const disk = new MemoryDisk({ [path]: none, '/home/corrupt.json': Buffer.from('null') });
  const locked = (await openJsonStorageOn(disk.fileSystem, path))._unsafeUnwrap();
  for (const refused of [path, '/home/corrupt.json']) {
    const operations: OperationName[] = [];
    const watched = withFaults(disk.fileSystem, (operation) => {
      operations.push(operation);
      return 'works';
    });
    expect((await openJsonStorageOn(watched, refused)).isErr()).toBe(true);
    expect(operations.filter((operation) => operation === 'open')).toHaveLength(1);
    expect(operations.filter((operation) => operation === 'file.close')).toHaveLength(1);
  }
  expect((await locked.close()).isOk()).toBe(true);
});

test.each(['{"pets":[\n]}\n', '{"pets":[]}', one.toString()])(
  'opening writes nothing to a file that is whole: %j',
  async (text) => {
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    const storage = (await openJsonStorageOn(disk.fileSystem, path))._unsafeUnwrap();
    expect((await storage.close()).isOk()).toBe(true);
    expect(new Set(disk.operations.map(({ kind }) => kind))).toEqual(new Set(['sync', 'syncDirectory']));
  },
);

test('opening removes the temporary file of an interrupted rewrite, and nothing else', async () => {
  const others = { '/home/.other.json.0123456789abcdef.petstore-temporary': none, '/home/.pets.json': none };
  const disk = new MemoryDisk({ [path]: none, '/home/.pets.json.0123456789abcdef.petstore-temporary': one, ...others });
  const storage = (await openJsonStorageOn(disk.fileSystem, path))._unsafeUnwrap();
  expect(disk.image).toEqual({
    [path]: Uint8Array.from(none),
    ...Object.fromEntries(Object.entries(others).map(([name, content]) => [name, Uint8Array.from(content)])),
  });
  expect((await storage.close()).isOk()).toBe(true);
});

test('an opening without the lock removes no temporary file, which another opening may be writing', async () => {
  const temporary = '/home/.pets.json.0123456789abcdef.petstore-temporary';
  const disk = new MemoryDisk({ [path]: none, [temporary]: one });
  (await openJsonStorageOn(disk.fileSystem, path, { lock: false }))._unsafeUnwrap();
  expect(Object.keys(disk.image)).toContain(temporary);
});

test('a platform without locks is enough if no lock is asked for', async () => {
  const { fileSystem } = new MemoryDisk({ [path]: Buffer.from('{"pets":[]}') });
  const without = withFaults(fileSystem, (operation) => (/lock/i.test(operation) ? 'fails' : 'works'));
  expect((await openJsonStorageOn(without, path)).isErr()).toBe(true);
  const storage = (await openJsonStorageOn(without, path, { lock: false }))._unsafeUnwrap();
  expect((await storage.insert({ name: 'Bello', categoryId: 1 })).isOk()).toBe(true);
});
