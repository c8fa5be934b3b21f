import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { Result } from '@petstore/core';

/** What this storage uses of `node:fs`, as promises, and the lock. In tests, another one fails or loses its power. */
export interface FileSystem {
  open(path: string, flags: string | number, mode?: number): Promise<number>;
  close(file: number): Promise<void>;
  /** Reads a file whole. Call it once: it reads on where it ended. */
  readFile(file: number): Promise<Buffer>;
  /** Writes bytes to a position of the file. Returns how many bytes it wrote. */
  write(file: number, bytes: Uint8Array, position: number): Promise<number>;
  fstat(file: number): Promise<fs.BigIntStats>;
  ftruncate(file: number, length: number): Promise<void>;
  fdatasync(file: number): Promise<void>;
  fsync(file: number): Promise<void>;
  fchmod(file: number, mode: number): Promise<void>;
  fchown(file: number, owner: number, group: number): Promise<void>;
  stat(path: string): Promise<fs.BigIntStats>;
  realpath(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. Does nothing if it is missing. */
  remove(path: string): Promise<void>;
  /** Resolves when the names in a directory are on the disk. */
  syncDirectory(path: string): Promise<void>;
  /** @throws Error if the lock does not run on this platform */
  getKernelLock(): TryLock;
}

/** Locks an open file until it is closed. Returns `false` if it was opened elsewhere and is locked there, in any process. */
export type TryLock = (file: number) => boolean;

const [open, close, write] = [promisify(fs.open), promisify(fs.close), promisify(fs.write)];
const [stat, fstat, fsync, rm] = [promisify(fs.stat), promisify(fs.fstat), promisify(fs.fsync), promisify(fs.rm)];

/**
 * The file system of Node. Its files are numbers, which nobody closes but this storage. A FileHandle that is collected is closed by
 * Node, and the lock is gone with it.
 */
export const nodeFileSystem: FileSystem = {
  open,
  close,
  readFile: promisify(fs.readFile),
  write: async (file, bytes, position) => (await write(file, bytes, 0, bytes.length, position)).bytesWritten,
  fstat: (file) => fstat(file, { bigint: true }),
  ftruncate: promisify(fs.ftruncate),
  fdatasync: promisify(fs.fdatasync),
  fsync,
  fchmod: promisify(fs.fchmod),
  fchown: promisify(fs.fchown),
  stat: (path) => stat(path, { bigint: true }),
  realpath: promisify(fs.realpath),
  rename: promisify(fs.rename),
  remove: (path) => rm(path, { force: true }),
  async syncDirectory(path) {
    if (process.platform === 'win32') return; // Windows cannot sync a directory
    const directory = await open(path, 'r');
    try {
      await fsync(directory);
    } catch (error) {
      if (!hasCode(error, 'EINVAL')) throw error; // EINVAL: this file system cannot sync a directory
    } finally {
      await close(directory);
    }
  },
  getKernelLock() {
    if (kernelLock.isErr()) throw kernelLock.error;
    return kernelLock.value;
  },
};

/**
 * Loads the kernel's file lock: `fcntl` with `F_OFD_SETLK` on Linux, `flock` on macOS, `LockFileEx` on Windows. The lock belongs to
 * the opened file, not to the process. The kernel releases it when the file is closed, also after `kill -9`.
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
  let addon: { tryLock: (file: number, offset: 0, length: 0, exclusive: true) => void };
  try {
    addon = createRequire(import.meta.url)(build) as typeof addon;
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\n.*/s, '');
    const message = `fs-native-extensions does not load on ${platform}-${arch}: ${reason}`;
    throw new Error(`${message} (a bundle must leave petstore-kit out)`, { cause });
  }

  return (file) => {
    try {
      addon.tryLock(file, 0, 0, true); // the whole file
      return true;
    } catch (error) {
      if (hasCode(error, 'EAGAIN') || hasCode(error, 'EBUSY')) return false; // another opening has it
      throw error;
    }
  };
}

/** The lock is loaded together with this module: a server may give up the right to read its packages before it opens its file. */
const kernelLock = Result.fromThrowable(loadKernelLock, (error) => error as Error)();

/** Whether an error has this system code. */
export function hasCode(error: unknown, code: string): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === code;
}

/** Whether two statuses show the same file with the same content, as far as a status can. */
export function isUnchanged(a?: fs.BigIntStats, b?: fs.BigIntStats): boolean {
  return (['dev', 'ino', 'size', 'mtimeNs'] as const).every((field) => a?.[field] === b?.[field]);
}

/**
 * Whether a path leads to a device, a named pipe or a socket. Opening one may wait for another program for ever, and no signal ends a
 * process that waits there.
 */
export function isSpecial(status: fs.StatsBase<number> | fs.StatsBase<bigint>): boolean {
  return !status.isFile() && !status.isDirectory();
}

/** Writes all the bytes, in as many writes as it takes. After a failure some of them may have been written. */
export async function writeAll(
  fileSystem: FileSystem,
  file: number,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let length = 0; length < bytes.length;) {
    const count = await fileSystem.write(file, bytes.subarray(length), position + length);
    length += count;
  }
}
