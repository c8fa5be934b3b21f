import { unwrap } from '@petstore/core';
import { constants } from 'node:fs';
import { expect, test } from 'vitest';
import { withFaults, type OperationName } from '../test/faulty-file-system.ts';
import { MemoryDisk } from '../test/memory-disk.ts';
import type { FileSystem } from './file-system.ts';
import { openJsonStorageOn } from './json-storage.ts';

const path = '/home/pets.json';
const [none, one] = ['{"pets":[\n]}\n', '{"pets":[\n{"id":1,"name":"Rex","categoryId":1}\n]}\n'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer];

test('a pet file that is replaced between its opening and its locking is refused, and the new one stays', async () => {
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

test('a refused opening of a pet file leaves no file open', async () => {
  const disk = new MemoryDisk({ [path]: none, '/home/corrupt.json': Buffer.from('null') });
  const locked = await unwrap(openJsonStorageOn(disk.fileSystem, path));
  for (const refused of [path, '/home/corrupt.json']) {
    const operations: OperationName[] = [];
    const watched = withFaults(disk.fileSystem, (operation) => {
      operations.push(operation);
      return 'works';
    });
    expect((await openJsonStorageOn(watched, refused)).isErr()).toBe(true);
    expect(operations.filter((operation) => ['open', 'close'].includes(operation))).toEqual(['open', 'close']);
  }
  expect((await locked.close()).isOk()).toBe(true);
});

test.each(['{"pets":[\n]}\n', '{"pets":[]}', ' \n', one.toString()])(
  'opening a pet file that is whole changes nothing in its folder: %j',
  async (text) => {
    const disk = new MemoryDisk({ [path]: Buffer.from(text) });
    const storage = await unwrap(openJsonStorageOn(disk.fileSystem, path));
    expect((await storage.close()).isOk()).toBe(true);
    expect(disk.operations.map(({ kind }) => kind)).toEqual(['syncDirectory', 'sync']);
    expect(disk.image).toEqual({ [path]: Uint8Array.from(Buffer.from(text)) });
  },
);

test('on a platform without a lock, opening a pet file fails and creates no file, and names the option that needs no lock', async () => {
  const disk = new MemoryDisk({ '/home/other': none });
  const without = withFaults(disk.fileSystem, (operation) => (/lock/i.test(operation) ? 'fails' : 'works'));
  expect((await openJsonStorageOn(without, path))._unsafeUnwrapErr().message).toBe(
    `The pet file ${path} cannot be locked: if nothing else can have it open, open it with lock: false or petstore-kit --no-lock (EIO: getKernelLock failed as planned).`,
  );
  expect(Object.keys(disk.image)).toEqual(['/home/other']);
  const storage = await unwrap(openJsonStorageOn(without, path, { lock: false }));
  expect((await storage.insert({ name: 'Bello', categoryId: 1 })).isOk()).toBe(true);
});

test.each([
  [
    'EACCES',
    true,
    'cannot be written to: allow it, or serve its pets from memory: petstore-kit --storage memory --seed',
  ],
  ['EPERM', true, 'cannot be written to: allow it'],
  ['EROFS', true, 'cannot be written to: allow it'],
  ['EACCES', false, 'cannot be opened (EACCES)'],
])('a pet file that cannot be written to (%s) is refused, with what to do if it can be read: %s', async (...given) => {
  const [code, isReadable, expected] = given;
  const { fileSystem } = new MemoryDisk({ [path]: one });
  const open: FileSystem['open'] = (opened, flags) =>
    isReadable && flags === constants.O_RDONLY
      ? fileSystem.open(opened, flags)
      : Promise.reject(Object.assign(new Error(code), { code }));
  const { message } = (await openJsonStorageOn({ ...fileSystem, open }, path))._unsafeUnwrapErr();
  expect(message).toContain(`The pet file ${path} ${expected}`);
});

test.each([
  ['EACCES', ': let this user read its folder'],
  ['ERR_ACCESS_DENIED', ''], // Node's permission model
])(
  'a folder that cannot be synced fails the opening of its pet file (%s), with advice only if the folder cannot be read',
  async (code, advice) => {
    const disk = new MemoryDisk({ [path]: none });
    const syncDirectory = () => Promise.reject(Object.assign(new Error('no'), { code }));
    const opened = await openJsonStorageOn({ ...disk.fileSystem, syncDirectory }, path);
    expect(opened._unsafeUnwrapErr().message).toBe(`The pet file ${path} cannot be made durable${advice} (no).`);
  },
);
