import type { EventEmitter } from 'node:events';
import type { BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { loadKernelLock, type TryLock } from './kernel-lock.ts';

/** What this storage uses of an open file of `node:fs/promises`. */
export interface OpenFile extends Pick<
  fs.FileHandle,
  'fd' | 'truncate' | 'datasync' | 'sync' | 'chmod' | 'chown' | 'close'
> {
  stat(options: { bigint: true }): Promise<BigIntStats>;
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

/** What this storage uses of `node:fs/promises`, and the lock. The tests inject faults and power cuts. */
export interface FileSystem {
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  stat(path: string, options: { bigint: true }): Promise<BigIntStats>;
  realpath(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { force: true }): Promise<void>;
  loadKernelLock(): TryLock;
  /** Whether only this kernel can change a file, and so always shows its status and content of now. */
  isLocal(path: string): Promise<boolean>;
  /** Whether a file is mounted by itself, as into a container. Then no other file can be renamed to its path. */
  isMountPoint(path: string): Promise<boolean>;
}

/**
 * The files that are open. The garbage collector closes a FileHandle that nothing refers to, which would release the lock of a
 * storage that was not closed, and since Node 25 ends the process.
 */
const openFiles = new Set<OpenFile>();

/** The file operations of Node. */
export const nodeFileSystem: FileSystem = {
  ...fs,
  async open(path, flags, mode) {
    const file = await fs.open(path, flags, mode);
    openFiles.add(file);
    (file as unknown as EventEmitter).once('close', () => openFiles.delete(file));
    return file;
  },
  loadKernelLock,
  async isLocal(path) {
    if (process.platform !== 'linux') return true; // the types are those of Linux
    const { type } = await fs.statfs(path);
    return localTypes.has(type);
  },
  async isMountPoint(path) {
    const mounts = await fs.readFile('/proc/self/mountinfo', 'utf8').catch(() => ''); // Linux alone has it
    const escaped = path.replace(/[\t\n \\]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`);
    return mounts.split('\n').some((line) => line.split(' ')[4] === escaped);
  },
};

/**
 * The file systems of Linux for its own disks, by the `f_type` of statfs(2): ext2 to ext4, XFS, Btrfs, ZFS, F2FS, bcachefs,
 * tmpfs, ramfs, overlayfs, FAT, exFAT and NTFS. With another one, such as FUSE, a folder that a virtual machine shares or a network, the
 * kernel remembers a status for some time, and does not see what others change.
 */
const localTypes = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x858458f6, 0x794c7630, 0x4d44,
  0x2011bab0, 0x7366746e,
]);

/** Whether two statuses are of one file with the same content, as far as a status can tell. */
export function isUnchanged(a?: BigIntStats, b?: BigIntStats): boolean {
  return (['dev', 'ino', 'size', 'mtimeNs'] as const).every((field) => a?.[field] === b?.[field]);
}

/** Whether an error has this code of the system. In Jest, errors of Node are of another realm: not `instanceof Error`. */
export function hasCode(error: unknown, code: string): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === code;
}

/** Reads from a position, in as many reads as it takes; returns less only if the file ends before. */
export async function readAll(file: OpenFile, size: number, position = 0): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** Writes all the bytes, in as many writes as it takes. After a failure some of them may have been written. */
export async function writeAll(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let length = 0; length < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, length, bytes.length - length, position + length);
    if (bytesWritten === 0) throw new Error('nothing was written, and no error was reported');
    length += bytesWritten;
  }
}

/**
 * Creates a file that only its owner can read, writes its content and finishes it. If one of these fails, it removes the file.
 *
 * @returns the file, which is still open unless `finish` closed it
 */
export async function createFile(
  fileSystem: FileSystem,
  path: string,
  content: Uint8Array,
  finish: (file: OpenFile) => Promise<void>,
): Promise<OpenFile> {
  const file = await fileSystem.open(path, 'wx+', 0o600);
  try {
    await writeAll(file, content, 0);
    await finish(file);
    return file;
  } catch (error) {
    await Promise.allSettled([file.close(), fileSystem.rm(path, { force: true })]); // the first error counts
    throw error;
  }
}

/** Resolves when the names in a directory are on the disk. */
export async function syncDirectory(fileSystem: FileSystem, path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot sync a directory
  const directory = await fileSystem.open(path, 'r');
  try {
    await directory.sync();
  } catch (error) {
    if (!hasCode(error, 'EINVAL')) throw error; // EINVAL: this file system cannot sync a directory
  } finally {
    await directory.close();
  }
}
