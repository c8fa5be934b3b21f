import type { BigIntStats } from 'node:fs';
import { constants, open, realpath, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { ResultAsync } from 'neverthrow';
import type { FileStatus, FileSystem, FileSystemError, OpenFile, OpenMode } from './file-system.ts';
import { loadKernelLock } from './kernel-lock.ts';

/** The file operations of Node. */
export const nodeFileSystem: FileSystem = {
  loadLock: () => attempt(() => void loadKernelLock()),
  open: (path, mode) => attempt(async () => openFile(await open(path, flags[mode], permissions[mode]))),
  status: (path) => attempt(async () => fileStatus(await stat(path, { bigint: true }))),
  realPath: (path) => attempt(() => realpath(path)),
  rename: (from, to) => attempt(() => rename(from, to)),
  remove: (path) => attempt(() => unlink(path)),
  syncDirectory: (path) => attempt(() => syncDirectory(path)),
};

/** Without O_NONBLOCK (which Windows has not, nor pipes in its folders) opening a named pipe would wait for its writer. */
const flags: Readonly<Record<OpenMode, number>> = {
  existing: constants.O_RDWR | constants.O_NONBLOCK,
  create: constants.O_RDWR | constants.O_NONBLOCK | constants.O_CREAT,
  temporary: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
};

const permissions: Readonly<Record<OpenMode, number>> = { existing: 0, create: 0o666, temporary: 0o600 };

function openFile(handle: FileHandle): OpenFile {
  return {
    status: () => attempt(async () => fileStatus(await handle.stat({ bigint: true }))),
    read: (into, position) => attempt(async () => (await handle.read(into, 0, into.length, position)).bytesRead),
    write: (bytes, position) =>
      attempt(async () => (await handle.write(bytes, 0, bytes.length, position)).bytesWritten),
    truncate: (length) => attempt(() => handle.truncate(length)),
    syncData: () => attempt(() => handle.datasync()),
    sync: () => attempt(() => handle.sync()),
    setMode: (mode) => attempt(() => handle.chmod(mode)),
    setOwner: (owner, group) => attempt(() => handle.chown(owner, group)),
    tryLock: () => attempt(() => tryLock(handle.fd)),
    close: () => attempt(() => handle.close()),
  };
}

function fileStatus(stats: BigIntStats): FileStatus {
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
    return loadKernelLock().tryLock(fileDescriptor);
  } catch (error) {
    if ((error as FileSystemError).code === 'EBUSY') return false; // how Windows says that another has it
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // it has no such call
  const directory = await open(path, constants.O_RDONLY);
  try {
    await directory.sync();
  } catch (error) {
    if ((error as FileSystemError).code !== 'EINVAL') throw error; // a file system without such a call
  } finally {
    await directory.close();
  }
}

/** The border to what throws. */
function attempt<T>(operation: () => T | Promise<T>): ResultAsync<T, FileSystemError> {
  return ResultAsync.fromThrowable(
    async () => operation(),
    (error) => error as FileSystemError,
  )();
}
