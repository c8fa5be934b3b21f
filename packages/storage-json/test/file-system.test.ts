import type { BigIntStats } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { platform } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { petFilePaths } from './pet-file-paths.ts';
import { isUnchanged, loadKernelLock, nodeFileSystem } from '../src/file-system.ts';

const newPath = await petFilePaths();
const status = { size: 1n, mtimeNs: 2n, dev: 3n, ino: 4n } as BigIntStats;

test('a file counts as changed if its size or its time differs, or if it is another file', () => {
  expect(isUnchanged({ ...status, mode: 0n }, status)).toBe(true);
  for (const different of [{ dev: 0n }, { ino: 0n }, { size: 0n }, { mtimeNs: 0n }]) {
    expect(isUnchanged({ ...status, ...different }, status)).toBe(false);
  }
  expect(isUnchanged(undefined, status)).toBe(false);
});

test('syncing a directory succeeds if the file system cannot do it, and fails if the directory is missing', async () => {
  await nodeFileSystem.syncDirectory('/dev/null'); // EINVAL, as some file systems return for directories
  await expect(nodeFileSystem.syncDirectory(await newPath())).rejects.toMatchObject({ code: 'ENOENT' });
});

test.runIf(platform === 'linux')('syncing a directory leaves nothing open', async () => {
  const folder = dirname(await newPath(''));
  await nodeFileSystem.syncDirectory(folder);
  const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => undefined));
  expect(await Promise.all(open)).not.toContain(folder);
});

test('on Windows a directory is not synced', async () => {
  setForTest(process, 'platform', 'win32');
  await nodeFileSystem.syncDirectory(await newPath());
});

const addonPath = `fs-native-extensions/prebuilds/${platform}-${process.arch}/fs-native-extensions.node`;

test.each([
  ['EAGAIN', false],
  ['EBUSY', false],
  ['ENOLCK', 'ENOLCK'],
])(
  'the error %s of the lock means that the file is locked elsewhere (false), or is thrown: %s',
  async (code, expected) => {
    const opened = await nodeFileSystem.open(await newPath(''), 'r+');
    const tryLock = nodeFileSystem.getKernelLock();
    setForTest(createRequire(import.meta.url)(addonPath) as { tryLock: unknown }, 'tryLock', () => {
      throw Object.assign(new Error(code), { code });
    });
    if (expected === false) expect(tryLock(opened)).toBe(false);
    else expect(() => tryLock(opened)).toThrow(expected);
    await nodeFileSystem.close(opened);
  },
);

test.each(['bun', 'deno'])('the lock is not loaded on %s, because it would end the process', (runtime) => {
  setForTest(process, 'versions', { ...process.versions, [runtime]: '1.0.0' });
  expect(() => loadKernelLock()).toThrow(/does not run on Bun and Deno/);
});

test('the lock is loaded with the module, because a server may give up the right to read its packages', () => {
  setForTest(process, 'arch', 'pdp11');
  expect(() => nodeFileSystem.getKernelLock()).not.toThrow();
});

test('the lock says for which platform it has no build, in one line', () => {
  setForTest(process, 'arch', 'pdp11');
  expect(() => loadKernelLock()).toThrow(/^fs-native-extensions does not load on \w+-pdp11: .+ out\)$/);
});

/** Sets a property until the test is over. */
function setForTest<T extends object>(object: T, name: keyof T, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(object, name) as PropertyDescriptor;
  Object.defineProperty(object, name, { ...own, value });
  onTestFinished(() => void Object.defineProperty(object, name, own));
}
