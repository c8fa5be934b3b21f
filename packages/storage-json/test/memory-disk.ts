import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { FileSystem } from '../src/file-system.ts';

/** One change of a disk, or a sync. */
export type DiskOperation =
  | { readonly kind: 'write'; readonly inode: number; readonly position: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly inode: number; readonly length: number }
  | { readonly kind: 'sync'; readonly inode: number }
  | { readonly kind: 'create'; readonly inode: number; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'syncDirectory' };

/** A change of the content of a file. */
export type DataOperation = Extract<DiskOperation, { kind: 'write' | 'truncate' }>;

/** The files of a disk by their paths. */
export type DiskImage = Readonly<Record<string, Uint8Array>>;

/** Reads a file of an image. Returns the empty text if the file is missing. */
export function readText(image: DiskImage, path: string): string {
  return Buffer.from(image[path] ?? []).toString();
}

interface Inode {
  readonly number: number;
  content: Uint8Array;
  modified: bigint;
  mode: number;
  /** The descriptor of the opened file that holds the lock. */
  lockedBy: number | undefined;
}

/** A file system in memory that records its operations. */
export class MemoryDisk {
  readonly operations: DiskOperation[] = [];
  readonly #inodes = new Map<number, Inode>();
  readonly #names = new Map<string, Inode>();
  readonly #openFiles = new Map<number, Inode>();
  #nextDescriptor = 3;
  #clock = 1n;

  constructor(image: DiskImage = {}) {
    for (const [path, content] of Object.entries(image)) this.#create(path, 0o644).content = content;
    this.operations.length = 0;
  }

  /** The files as a process sees them now. */
  get image(): DiskImage {
    return Object.fromEntries([...this.#names].map(([path, { content }]) => [path, Uint8Array.from(content)]));
  }

  /** Rewrites a file, as another program would. It is not recorded. */
  overwrite(path: string, content: Uint8Array): void {
    const inode = this.#names.get(path) ?? this.#create(path, 0o644);
    inode.content = content;
    inode.modified = this.#clock++;
  }

  /** Releases every lock, as the end of a process does. */
  endProcesses(): void {
    for (const inode of this.#inodes.values()) inode.lockedBy = undefined;
  }

  readonly fileSystem: FileSystem = {
    open: (path, flags, mode) => {
      const existing = this.#names.get(path);
      if (existing !== undefined && flags === 'wx+') return fails('EEXIST');
      if (existing === undefined && typeof flags === 'number' && (flags & constants.O_CREAT) === 0)
        return fails('ENOENT');
      const file = this.#nextDescriptor++;
      this.#openFiles.set(file, existing ?? this.#create(path, mode ?? 0o644));
      return Promise.resolve(file);
    },
    close: (file) => {
      const inode = this.#opened(file);
      if (inode.lockedBy === file) inode.lockedBy = undefined;
      this.#openFiles.delete(file);
      return Promise.resolve();
    },
    readFile: (file) => Promise.resolve(Buffer.from(this.#opened(file).content)),
    write: (file, bytes, position) => {
      this.#change(file, { kind: 'write', inode: this.#opened(file).number, position, bytes: Uint8Array.from(bytes) });
      return Promise.resolve(bytes.length);
    },
    ftruncate: (file, length) => {
      this.#change(file, { kind: 'truncate', inode: this.#opened(file).number, length });
      return Promise.resolve();
    },
    fdatasync: (file) => this.#sync(file),
    fsync: (file) => this.#sync(file),
    fchmod: (file, mode) => {
      this.#opened(file).mode = mode;
      return Promise.resolve();
    },
    fchown: () => Promise.resolve(),
    fstat: (file) => Promise.resolve(createStatus(this.#opened(file))),
    stat: (path) => {
      const inode = this.#names.get(path);
      return inode === undefined ? fails('ENOENT') : Promise.resolve(createStatus(inode));
    },
    realpath: (path) => Promise.resolve(path),
    rename: (from, to) => {
      const inode = this.#names.get(from);
      if (inode === undefined) return fails('ENOENT');
      this.#names.delete(from);
      this.#names.set(to, inode);
      this.operations.push({ kind: 'rename', from, to });
      return Promise.resolve();
    },
    remove: (path) => {
      if (this.#names.delete(path)) this.operations.push({ kind: 'remove', path });
      return Promise.resolve();
    },
    syncDirectory: (path) => {
      if (!this.#hasFolder(path)) return fails('ENOENT');
      this.operations.push({ kind: 'syncDirectory' });
      return Promise.resolve();
    },
    getKernelLock: () => (file) => {
      const inode = this.#opened(file);
      inode.lockedBy ??= file;
      return inode.lockedBy === file;
    },
  };

  #opened(file: number): Inode {
    const inode = this.#openFiles.get(file);
    if (inode === undefined) throw new Error(`EBADF: ${file} is not open`);
    return inode;
  }

  #change(file: number, operation: DataOperation): void {
    const inode = this.#opened(file);
    this.operations.push(operation);
    inode.content = applyTo(inode.content, operation);
    inode.modified = this.#clock++;
  }

  #sync(file: number): Promise<void> {
    this.operations.push({ kind: 'sync', inode: this.#opened(file).number });
    return Promise.resolve();
  }

  #create(path: string, mode: number): Inode {
    const number = this.#inodes.size + 1;
    const inode: Inode = { number, content: new Uint8Array(), modified: this.#clock++, mode, lockedBy: undefined };
    this.#inodes.set(number, inode);
    this.#names.set(path, inode);
    this.operations.push({ kind: 'create', inode: number, path });
    return inode;
  }

  #hasFolder(path: string): boolean {
    return [...this.#names.keys()].some((name) => dirname(name) === path);
  }
}

/** Applies a write or a truncation to a content. */
export function applyTo(content: Uint8Array, operation: DataOperation): Uint8Array {
  const length =
    operation.kind === 'truncate'
      ? operation.length
      : Math.max(content.length, operation.position + operation.bytes.length);
  const after = new Uint8Array(length);
  after.set(content.subarray(0, length));
  if (operation.kind === 'write') after.set(operation.bytes, operation.position);
  return after;
}

function createStatus({ number, content, modified, mode }: Inode): BigIntStats {
  const size = BigInt(content.length);
  const status = { dev: 1n, ino: BigInt(number), uid: 0n, gid: 0n, size, mtimeNs: modified, mode: BigInt(mode) };
  return { ...status, isFile: () => true, isDirectory: () => false } as unknown as BigIntStats;
}

function fails<T>(code: string): Promise<T> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}
