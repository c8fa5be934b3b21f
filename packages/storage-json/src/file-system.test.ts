import { expect, test } from 'vitest';
import { MemoryDisk } from '../test/memory-disk.ts';
import { isSameFile, isUnmodified, readAll, writeAll, type FileStatus, type OpenFile } from './file-system.ts';

const status: FileStatus = {
  isFile: true,
  size: 1,
  modified: 2n,
  device: 3n,
  inode: 4n,
  mode: 0o600,
  owner: 5,
  group: 6,
};

test('two statuses are of the same file if device and inode are equal', () => {
  expect(isSameFile({ ...status, size: 0, modified: 0n }, status)).toBe(true);
  expect(isSameFile({ ...status, device: 0n }, status)).toBe(false);
  expect(isSameFile({ ...status, inode: 0n }, status)).toBe(false);
});

test('a file is modified if its size or its time differs, because the clock may not tick between two writes', () => {
  expect(isUnmodified({ ...status, mode: 0 }, status)).toBe(true);
  expect(isUnmodified({ ...status, size: 0 }, status)).toBe(false);
  expect(isUnmodified({ ...status, modified: 0n }, status)).toBe(false);
});

const content = Buffer.from('pets');

async function openFile(): Promise<OpenFile> {
  return new MemoryDisk({ '/home/file': content }).fileSystem.open('/home/file', 'existing');
}

test('reading returns what was asked for, and less only if the file ends before', async () => {
  const file = await openFile();
  for (const [size, position, read] of [
    [4, 0, 'pets'],
    [2, 1, 'et'],
    [100, 0, 'pets'],
    [100, 3, 's'],
    [1, 4, ''],
  ] as const) {
    expect((await readAll(file, size, position)).toString()).toBe(read);
  }
});

test('writing fails if a write writes nothing, instead of going on for ever', async () => {
  const file: OpenFile = { ...(await openFile()), write: () => Promise.resolve(0) };
  await expect(writeAll(file, content, 0)).rejects.toThrow('nothing was written');
  await writeAll(file, Buffer.alloc(0), 0);
});
