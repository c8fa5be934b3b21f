import { expect, test } from 'vitest';
import { isSameFile, isUnmodified, type FileStatus } from './file-system.ts';

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

test('a file is told by its device and its inode, of which neither says enough', () => {
  expect(isSameFile({ ...status, size: 0, modified: 0n }, status)).toBe(true);
  expect(isSameFile({ ...status, device: 0n }, status)).toBe(false);
  expect(isSameFile({ ...status, inode: 0n }, status)).toBe(false);
});

test('a change is told by the size as well as by the time, for a clock may stand still between two writes', () => {
  expect(isUnmodified({ ...status, mode: 0 }, status)).toBe(true);
  expect(isUnmodified({ ...status, size: 0 }, status)).toBe(false);
  expect(isUnmodified({ ...status, modified: 0n }, status)).toBe(false);
});
