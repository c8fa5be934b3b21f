import * as fs from 'node:fs';
import { readdir, realpath, rename, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { hasCode, type FileStatus, type FileSystem, type OpenFile, type OpenMode } from './file-system.ts';
import { loadKernelLock } from './kernel-lock.ts';

/**
 * The file operations of Node. A status is read synchronously: on a local disk the system has it in memory, and a round trip
 * to another thread takes ten times as long.
 */
export const nodeFileSystem: FileSystem = {
  loadLock: () => attempt(() => void loadKernelLock()),
  open: async (path, mode) => openFile(await open(path, flags[mode], permissions[mode])),
  status: (path) => attempt(() => fileStatus(fs.statSync(path, { bigint: true }))),
  realPath: (path) => realpath(path),
  rename: (from, to) => rename(from, to),
  remove: (path) => unlink(path),
  list: (path) => readdir(path),
  syncDirectory,
};

/** Without O_NONBLOCK (which Windows does not have), opening a named pipe would wait for its writer. */
const flags: Readonly<Record<OpenMode, number>> = {
  existing: fs.constants.O_RDWR | fs.constants.O_NONBLOCK,
  create: fs.constants.O_RDWR | fs.constants.O_NONBLOCK | fs.constants.O_CREAT,
  private: fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL,
};

const permissions: Readonly<Record<OpenMode, number>> = { existing: 0, create: 0o666, private: 0o600 };

/*
 * Descriptors, not the FileHandles of node:fs/promises: garbage collection closes the file of a FileHandle, and so would
 * release the lock.
 */
const open = promisify(fs.open);
const read = promisify(fs.read);
const write = promisify(fs.write);
const truncate = promisify(fs.ftruncate);
const syncData = promisify(fs.fdatasync);
const sync = promisify(fs.fsync);
const setMode = promisify(fs.fchmod);
const setOwner = promisify(fs.fchown);
const close = promisify(fs.close);

function openFile(opened: number): OpenFile {
  let closing: Promise<void> | undefined;
  /** Once the file is closed, its descriptor may be that of another one. */
  const descriptor = (): number => {
    if (closing !== undefined) throw new Error('it is closed');
    return opened;
  };
  return {
    status: () => attempt(() => fileStatus(fs.fstatSync(descriptor(), { bigint: true }))),
    read: async (into, position) => (await read(descriptor(), into, 0, into.length, position)).bytesRead,
    write: async (bytes, position) => (await write(descriptor(), bytes, 0, bytes.length, position)).bytesWritten,
    truncate: async (length) => truncate(descriptor(), length),
    syncData: async () => syncData(descriptor()),
    sync: async () => sync(descriptor()),
    setMode: async (mode) => setMode(descriptor(), mode),
    setOwner: async (owner, group) => setOwner(descriptor(), owner, group),
    tryLock: () => attempt(() => tryLock(descriptor())),
    close: () => (closing ??= close(opened)),
  };
}

function fileStatus(stats: fs.BigIntStats): FileStatus {
  return {
    isFile: stats.isFile(),
    size: Number(stats.size),
    modified: stats.mtimeNs,
    device: stats.dev,
    inode: stats.ino,
    mode: Number(stats.mode) & 0o7777,
    owner: Number(stats.uid),
    group: Number(stats.gid),
  };
}

function tryLock(fileDescriptor: number): boolean {
  try {
    loadKernelLock().tryLock(fileDescriptor, 0, 0, true);
    return true;
  } catch (error) {
    if (hasCode(error, 'EAGAIN', 'EBUSY')) return false; // another opening has it
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot sync a directory
  const descriptor = await open(path, fs.constants.O_RDONLY);
  try {
    await sync(descriptor);
  } catch (error) {
    if (!hasCode(error, 'EINVAL')) throw error; // EINVAL: this file system cannot sync a directory
  } finally {
    await close(descriptor);
  }
}

/** Runs a synchronous operation; an exception becomes a rejection. */
function attempt<T>(operation: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(operation());
  });
}
