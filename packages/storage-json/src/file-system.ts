/**
 * How a file is opened, always for reading and writing: `existing` must exist; `create` creates it if it does not; `private`
 * creates a file that must not exist, and that only its owner can read.
 */
export type OpenMode = 'existing' | 'create' | 'private';

/** The status of a file. */
export interface FileStatus {
  readonly isFile: boolean;
  /** In bytes. */
  readonly size: number;
  /** When its content was last modified, in nanoseconds. */
  readonly modified: bigint;
  /** Together they identify the file: another file at its path has another device or inode. */
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

/** Whether a file has the same content as before, as far as its status can tell. */
export function isUnmodified(now: FileStatus, before: FileStatus): boolean {
  return now.size === before.size && now.modified === before.modified;
}

/** A file that is open for reading and writing. Each method rejects with the system's own error. */
export interface OpenFile {
  status(): Promise<FileStatus>;
  /** Reads from a position into a buffer, perhaps less than fits; returns how many bytes, 0 at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes at a position, perhaps only the first of the bytes; returns how many. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  truncate(length: number): Promise<void>;
  /** Resolves when the content and the length are on the disk. */
  syncData(): Promise<void>;
  /** Resolves when the content, the length, the owner and the mode are on the disk. */
  sync(): Promise<void>;
  setMode(mode: number): Promise<void>;
  setOwner(owner: number, group: number): Promise<void>;
  /** Locks the file until it is closed; `false` if another opening of it, in any process, holds the lock. */
  tryLock(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The file operations that this storage uses. Node's are in `node-file-system.ts`; the tests inject faults and power cuts.
 * Each rejects with the system's own error.
 */
export interface FileSystem {
  /** Rejects if files cannot be locked on this platform. */
  loadLock(): Promise<void>;
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** The status of what a path leads to, through symbolic links. */
  status(path: string): Promise<FileStatus>;
  /** The path behind the symbolic links in a path. */
  realPath(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The names in a directory. */
  list(path: string): Promise<readonly string[]>;
  /** Resolves when the names in a directory are on the disk. */
  syncDirectory(path: string): Promise<void>;
}

/** Whether an error has one of these codes of the system. In Jest, errors of Node are of another realm: not `instanceof Error`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(String((error as { readonly code?: unknown } | undefined)?.code));
}

/** Reads from a position, in as many reads as it takes; returns less only if the file ends before. */
export async function readAll(file: OpenFile, size: number, position = 0): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = await file.read(bytes.subarray(length), position + length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

/** Replaces what follows a position; resolves when it is on the disk. */
export async function replaceEnd(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  const steps = [file.truncate(position + bytes.length), writeAll(file, bytes, position)];
  await Promise.allSettled(steps); // after a crash or a failure, either is enough for the next opening to recognise a torn end
  await Promise.all(steps);
  await file.syncData();
}

/** Writes all the bytes, in as many writes as it takes. After a failure some of them may have been written. */
export async function writeAll(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let length = 0; length < bytes.length;) {
    const count = await file.write(bytes.subarray(length), position + length);
    if (count === 0) throw new Error('nothing was written, and no error was reported');
    length += count;
  }
}
