import type { ResultAsync } from 'neverthrow';

/** What a file operation failed with: the system's own error, with its `code` (`ENOSPC`, `EIO`, …). */
export type FileSystemError = NodeJS.ErrnoException;

/**
 * How a file is opened, for reading and writing each time: an `existing` one; one to `create` where there is none; a
 * `temporary` one that must not be there yet and that only its owner can read.
 */
export type OpenMode = 'existing' | 'create' | 'temporary';

/** What the system says of a file. */
export interface FileStatus {
  readonly isFile: boolean;
  /** In bytes. */
  readonly size: number;
  /** When its content was last modified, in nanoseconds. */
  readonly modified: bigint;
  /** Which file it is: another file that takes over its path has another device or inode. */
  readonly device: bigint;
  readonly inode: bigint;
  /** The permission bits. */
  readonly mode: number;
  readonly owner: number;
  readonly group: number;
}

/** Whether two statuses are of one file. */
export function isSameFile(a: FileStatus, b: FileStatus): boolean {
  return a.device === b.device && a.inode === b.inode;
}

/** Whether a file has the same content as before, as far as its status tells. */
export function isUnmodified(now: FileStatus, before: FileStatus): boolean {
  return now.size === before.size && now.modified === before.modified;
}

/** A file that is open for reading and writing. */
export interface OpenFile {
  status(): ResultAsync<FileStatus, FileSystemError>;
  /** Reads from a position into a buffer, perhaps less than would fit; gives how many bytes, 0 at the end of the file. */
  read(into: Uint8Array, position: number): ResultAsync<number, FileSystemError>;
  /** Writes at a position, perhaps only the first of the bytes; gives how many. */
  write(bytes: Uint8Array, position: number): ResultAsync<number, FileSystemError>;
  truncate(length: number): ResultAsync<void, FileSystemError>;
  /** Resolves when the content and the length are on the disk. */
  syncData(): ResultAsync<void, FileSystemError>;
  /** Resolves when the content, the length, the owner and the mode are on the disk. */
  sync(): ResultAsync<void, FileSystemError>;
  setMode(mode: number): ResultAsync<void, FileSystemError>;
  setOwner(owner: number, group: number): ResultAsync<void, FileSystemError>;
  /** Locks the file until it is closed; `false` where another opening of it, in any process, holds the lock. */
  tryLock(): ResultAsync<boolean, FileSystemError>;
  close(): ResultAsync<void, FileSystemError>;
}

/**
 * The file operations that this storage stands on. Node's are in `node-file-system.ts`; the tests put faults and power
 * cuts between.
 */
export interface FileSystem {
  /** Makes sure that files can be locked on this platform. */
  loadLock(): ResultAsync<void, FileSystemError>;
  open(path: string, mode: OpenMode): ResultAsync<OpenFile, FileSystemError>;
  /** The status of what a path leads to, through symbolic links. */
  status(path: string): ResultAsync<FileStatus, FileSystemError>;
  /** The path behind the symbolic links in a path. */
  realPath(path: string): ResultAsync<string, FileSystemError>;
  rename(from: string, to: string): ResultAsync<void, FileSystemError>;
  remove(path: string): ResultAsync<void, FileSystemError>;
  /** The names in a directory. */
  list(path: string): ResultAsync<readonly string[], FileSystemError>;
  /** Resolves when the names in a directory are on the disk. */
  syncDirectory(path: string): ResultAsync<void, FileSystemError>;
}
