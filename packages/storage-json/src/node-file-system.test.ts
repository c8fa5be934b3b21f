import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { petFilePaths } from '../test/pet-file-paths.ts';
import { loadKernelLock } from './kernel-lock.ts';
import { nodeFileSystem } from './node-file-system.ts';

const newPath = await petFilePaths();

test('a lock that fails for another reason than being held rejects with that reason', async () => {
  const file = await nodeFileSystem.open(await newPath(''), 'existing');
  expect(await file.tryLock()).toBe(true);
  setForTest(loadKernelLock(), 'tryLock', () => {
    throw Object.assign(new Error('ENOLCK'), { code: 'ENOLCK' });
  });
  await expect(file.tryLock()).rejects.toMatchObject({ code: 'ENOLCK' });
  await file.close();
});

test('a closed file rejects every call but another close', async () => {
  const { close, ...others } = await nodeFileSystem.open(await newPath(''), 'existing');
  await Promise.all([close(), close()]);
  for (const call of Object.values(others) as (() => Promise<unknown>)[]) {
    await expect(call()).rejects.toThrow('it is closed');
  }
});

test('syncing a directory resolves if the file system cannot do it, and rejects if the directory is missing', async () => {
  await nodeFileSystem.syncDirectory('/dev/null'); // EINVAL, as some file systems return for directories
  await expect(nodeFileSystem.syncDirectory(await newPath())).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a failed sync rejects: of a file, of its content, of a directory', async () => {
  const device = await nodeFileSystem.open('/dev/null', 'existing');
  for (const sync of [device.sync, device.syncData]) await expect(sync()).rejects.toMatchObject({ code: 'EINVAL' });
  await device.close();

  const fsync: unknown = (_descriptor: number, done: (error: Error) => void) => {
    done(Object.assign(new Error('EIO'), { code: 'EIO' }));
  };
  vi.doMock('node:fs', async (importOriginal) => ({ ...(await importOriginal<object>()), fsync }));
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('node:fs');
    vi.resetModules(); // the next test file of this worker must not get the broken one
  });
  const { nodeFileSystem: onBrokenDisk } = await import('./node-file-system.ts');
  await expect(onBrokenDisk.syncDirectory(dirname(await newPath()))).rejects.toMatchObject({ code: 'EIO' });
});

test('a file can be removed once', async () => {
  const path = await newPath('');
  await nodeFileSystem.remove(path);
  await expect(nodeFileSystem.remove(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('each mode opens a file as documented, and only the owner can read a private file', async () => {
  const path = await newPath();
  await expect(nodeFileSystem.open(path, 'existing')).rejects.toMatchObject({ code: 'ENOENT' });
  const privateFile = await nodeFileSystem.open(path, 'private');
  expect(await privateFile.status()).toMatchObject({ isFile: true, size: 0, mode: 0o600 });
  await expect(nodeFileSystem.open(path, 'private')).rejects.toMatchObject({ code: 'EEXIST' });
  for (const mode of ['existing', 'create'] as const) {
    const file = await nodeFileSystem.open(path, mode);
    expect(await file.write(Buffer.from(mode), 0)).toBe(mode.length);
    await file.close();
  }
  await rm(path);
  const created = await nodeFileSystem.open(path, 'create');
  expect((await created.status()).mode).toBe(0o666 & ~process.umask());
  for (const file of [privateFile, created]) await file.close();
});

test.runIf(platform === 'linux')('syncing a directory leaves nothing open', async () => {
  const folder = dirname(await newPath(''));
  await nodeFileSystem.syncDirectory(folder);
  const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => undefined));
  expect(await Promise.all(open)).not.toContain(await realpath(folder));
});

test('on Windows a directory is not synced', async () => {
  setForTest(process, 'platform', 'win32');
  await nodeFileSystem.syncDirectory(await newPath());
});

test.each(['EAGAIN', 'EBUSY'])('%s of the lock means that another opening has the file', async (code) => {
  const file = await nodeFileSystem.open(await newPath(''), 'existing');
  setForTest(loadKernelLock(), 'tryLock', () => {
    throw Object.assign(new Error(code), { code });
  });
  expect(await file.tryLock()).toBe(false);
  await file.close();
});

/** Sets a property until the test is over. */
function setForTest<T extends object>(object: T, name: keyof T, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(object, name) as PropertyDescriptor;
  Object.defineProperty(object, name, { ...own, value });
  onTestFinished(() => void Object.defineProperty(object, name, own));
}
