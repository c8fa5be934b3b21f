import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { platform } from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { petFilePaths } from '../test/pet-file-paths.ts';
import { nodeFileSystem } from './node-file-system.ts';

const newPath = await petFilePaths();

test('a lock that cannot be had for another reason than its holder is a failure that says why', async () => {
  const file = (await nodeFileSystem.open(await newPath(''), 'existing'))._unsafeUnwrap();
  expect((await file.tryLock())._unsafeUnwrap()).toBe(true);
  (await file.close())._unsafeUnwrap();
  expect((await file.tryLock())._unsafeUnwrapErr().code).toBe('EBADF');
});

test('what cannot be synced by its nature is taken as it is, and what is not there is a failure', async () => {
  expect((await nodeFileSystem.syncDirectory('/dev/null')).isOk()).toBe(true); // EINVAL, as some directories give it
  expect((await nodeFileSystem.syncDirectory(await newPath()))._unsafeUnwrapErr().code).toBe('ENOENT');
});

test('a sync that fails is a failure: of a file, of its content, of a directory', async () => {
  const device = (await nodeFileSystem.open('/dev/null', 'existing'))._unsafeUnwrap();
  for (const sync of [device.sync, device.syncData]) expect((await sync())._unsafeUnwrapErr().code).toBe('EINVAL');
  expect((await device.close()).isOk()).toBe(true);

  const fsync: unknown = (_descriptor: number, done: (error: Error) => void) => {
    done(Object.assign(new Error('EIO'), { code: 'EIO' }));
  };
  vi.doMock('node:fs', async (importOriginal) => ({ ...(await importOriginal<object>()), fsync }));
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('node:fs');
  });
  const { nodeFileSystem: onBrokenDisk } = await import('./node-file-system.ts');
  expect((await onBrokenDisk.syncDirectory(dirname(await newPath())))._unsafeUnwrapErr().code).toBe('EIO');
});

test('what is removed is gone, and what is not there cannot be removed', async () => {
  const path = await newPath('');
  expect((await nodeFileSystem.remove(path)).isOk()).toBe(true);
  expect((await nodeFileSystem.remove(path))._unsafeUnwrapErr().code).toBe('ENOENT');
});

test('a file of each mode is opened as what it is to be, and only its owner can read a temporary one', async () => {
  const path = await newPath();
  expect((await nodeFileSystem.open(path, 'existing'))._unsafeUnwrapErr().code).toBe('ENOENT');
  const temporary = (await nodeFileSystem.open(path, 'temporary'))._unsafeUnwrap();
  expect((await temporary.status())._unsafeUnwrap()).toMatchObject({ isFile: true, size: 0, mode: 0o600 });
  expect((await nodeFileSystem.open(path, 'temporary'))._unsafeUnwrapErr().code).toBe('EEXIST');
  for (const mode of ['existing', 'create'] as const) {
    const file = (await nodeFileSystem.open(path, mode))._unsafeUnwrap();
    expect((await file.write(Buffer.from(mode), 0))._unsafeUnwrap()).toBe(mode.length);
    expect((await file.close()).isOk()).toBe(true);
  }
  await rm(path);
  const created = (await nodeFileSystem.open(path, 'create'))._unsafeUnwrap();
  expect((await created.status())._unsafeUnwrap().mode).toBe(0o666 & ~process.umask());
  for (const file of [temporary, created]) expect((await file.close()).isOk()).toBe(true);
});

test.runIf(platform === 'linux')('syncing a directory leaves nothing open', async () => {
  const folder = dirname(await newPath(''));
  expect((await nodeFileSystem.syncDirectory(folder)).isOk()).toBe(true);
  const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => undefined));
  expect(await Promise.all(open)).not.toContain(await realpath(folder));
});

test('on Windows a directory is not synced, and a lock that another has is told by an error', async () => {
  const native = createRequire(import.meta.url)('fs-native-extensions') as { tryLock: () => boolean };
  const file = (await nodeFileSystem.open(await newPath(''), 'existing'))._unsafeUnwrap();
  setForTest(process, 'platform', 'win32');
  expect((await nodeFileSystem.syncDirectory(await newPath())).isOk()).toBe(true);
  setForTest(native, 'tryLock', () => {
    throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
  });
  expect((await file.tryLock())._unsafeUnwrap()).toBe(false);
  expect((await file.close()).isOk()).toBe(true);
});

/** Gives a property another value until the test is over. */
function setForTest<T extends object>(object: T, name: keyof T, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(object, name) as PropertyDescriptor;
  Object.defineProperty(object, name, { ...own, value });
  onTestFinished(() => void Object.defineProperty(object, name, own));
}
