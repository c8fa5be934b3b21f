import type { EventEmitter } from 'node:events';
import type { BigIntStats, StatsBase } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Result } from '@petstore/core';

/** What this storage uses of an open file of `node:fs/promises`. */
export interface OpenFile extends Pick<
  fs.FileHandle,
  'fd' | 'truncate' | 'datasync' | 'sync' | 'chmod' | 'chown' | 'close'
> {
  stat(options: { bigint: true }): Promise<BigIntStats>;
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

/** What this storage uses of `node:fs/promises`, and the lock. In tests, another one fails or loses its power. */
export interface FileSystem {
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  stat(path: string, options: { bigint: true }): Promise<BigIntStats>;
  access(path: string, mode: number): Promise<void>;
  realpath(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  rm(path: string, options: { force: true }): Promise<void>;
  /** Resolves when the names in a directory are on the disk. */
  syncDirectory(path: string): Promise<void>;
  /** @throws Error if the lock does not run on this platform */
  getKernelLock(): TryLock;
  /** Whether only this kernel can change a file, so that what the kernel returns about the file is never out of date. */
  isLocal(path: string): Promise<boolean>;
  /** Whether a file is mounted by itself, as into a container, so that no other file can be renamed to its path. */
  isMountPoint(path: string): Promise<boolean>;
}

/** Locks an open file until it is closed. Returns `false` if it was opened elsewhere and is locked there, in any process. */
export type TryLock = (fileDescriptor: number) => boolean;

/** The file system of Node. */
export const nodeFileSystem: FileSystem = {
  ...fs,
  async open(path, flags, mode) {
    const file = await fs.open(path, flags, mode);
    openFiles.add(file);
    (file as unknown as EventEmitter).once('close', () => openFiles.delete(file));
    return file;
  },
  async syncDirectory(path) {
    if (process.platform === 'win32') return; // Windows cannot sync a directory
    const directory = await fs.open(path, 'r');
    try {
      await directory.sync();
    } catch (error) {
      if (!hasCode(error, 'EINVAL')) throw error; // EINVAL: this file system cannot sync a directory
    } finally {
      await directory.close();
    }
  },
  getKernelLock() {
    if (kernelLock.isErr()) throw kernelLock.error;
    return kernelLock.value;
  },
  async isLocal(path) {
    if (process.platform !== 'linux') return true; // the types are those of Linux
    const { type } = await fs.statfs(path);
    return localTypes.has(type);
  },
  async isMountPoint(path) {
    const mounts = await fs.readFile('/proc/self/mountinfo', 'utf8').catch(() => ''); // only Linux has it
    const escaped = path.replace(/[\t\n \\]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`);
    return mounts.split('\n').some((line) => line.split(' ')[4] === escaped);
  },
};

/**
 * The open files, out of reach of the garbage collector. Node closes a FileHandle that nothing refers to, which would release the lock
 * of a storage that was not closed. Node 25 and later also end the process.
 */
const openFiles = new Set<OpenFile>();

/**
 * The file systems for local disks on Linux, by the `f_type` of statfs(2): ext2 to ext4, XFS, Btrfs, ZFS, F2FS, bcachefs, tmpfs,
 * ramfs, overlayfs, FAT, exFAT and NTFS. On others, such as FUSE or a network, the kernel may return a cached status, and may not see
 * the changes of other machines.
 */
const localTypes = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x858458f6, 0x794c7630, 0x4d44,
  0x2011bab0, 0x7366746e,
]);

/**
 * Loads the kernel's file lock: `fcntl` with `F_OFD_SETLK` on Linux, `flock` on macOS, `LockFileEx` on Windows. The lock belongs to
 * the opened file, not to the process. The kernel releases the lock when the file is closed, also after `kill -9`. Some platforms have
 * no build of the addon.
 *
 * @throws Error if it does not run on this platform, or is not installed, as beside a bundle
 */
export function loadKernelLock(): TryLock {
  const { arch, platform, versions } = process;
  // Bun and Deno lack parts of libuv that the addon needs. Deno ends when it loads it. Bun ends when a file is already locked.
  if (versions.bun !== undefined || versions.deno !== undefined) {
    throw new Error('fs-native-extensions does not run on Bun and Deno');
  }
  // Without the package's loader: see decisions/installed-size.md.
  const build = `fs-native-extensions/prebuilds/${platform}-${arch}/fs-native-extensions.node`;
  let addon: { tryLock: (fileDescriptor: number, offset: 0, length: 0, exclusive: true) => void };
  try {
    addon = createRequire(import.meta.url)(build) as typeof addon;
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\n.*/s, '');
    const message = `fs-native-extensions does not load on ${platform}-${arch}: ${reason}`;
    throw new Error(`${message} (a bundle must leave petstore-kit out)`, { cause });
  }

  return (fileDescriptor) => {
    try {
      addon.tryLock(fileDescriptor, 0, 0, true); // the whole file
      return true;
    } catch (error) {
      if (hasCode(error, 'EAGAIN') || hasCode(error, 'EBUSY')) return false; // another opening has it
      throw error;
    }
  };
}

/**
 * The lock is loaded together with this module. A server may give up its rights before it opens its file, and after that it may no
 * longer be able to read its own packages.
 */
const kernelLock = Result.fromThrowable(loadKernelLock, (error) => error as Error)();

/** Whether an error has this system code. */
export function hasCode(error: unknown, code: string): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === code;
}

/** Whether two statuses show the same file with the same content, as far as a status can. */
export function isUnchanged(a?: BigIntStats, b?: BigIntStats): boolean {
  return (['dev', 'ino', 'size', 'mtimeNs'] as const).every((field) => a?.[field] === b?.[field]);
}

/**
 * Whether a path leads to a device, a named pipe or a socket. Opening one may wait for another program for ever, and a process that
 * waits there does not end at a signal.
 */
export function isSpecial(status: StatsBase<number> | StatsBase<bigint>): boolean {
  return !status.isFile() && !status.isDirectory();
}

/** Reads from a position, in as many reads as it takes. Returns less only if the file ends before. */
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
