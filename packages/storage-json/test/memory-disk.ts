import { basename, dirname } from 'node:path';
import type { FileStatus, FileSystem, OpenFile } from '../src/file-system.ts';

/** One change of a disk, or a sync. */
export type DiskOperation =
  | { readonly kind: 'write'; readonly inode: number; readonly position: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly inode: number; readonly length: number }
  | { readonly kind: 'sync'; readonly inode: number }
  | { readonly kind: 'create'; readonly inode: number; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'syncDirectory' };

/** The files of a disk by their paths. */
export type DiskImage = Readonly<Record<string, Uint8Array>>;

/** Returns the text of a file of an image; the empty text if it does not exist. */
export function textOf(image: DiskImage, path: string): string {
  return Buffer.from(image[path] ?? []).toString();
}

interface Inode {
  readonly number: number;
  content: Uint8Array;
  modified: bigint;
  mode: number;
  /** The opened file that holds the lock. */
  lockedBy: object | undefined;
}

/** A file system in memory that records its operations. */
export class MemoryDisk {
  readonly operations: DiskOperation[] = [];
  readonly #inodes = new Map<number, Inode>();
  readonly #names = new Map<string, Inode>();
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
    loadLock: () => Promise.resolve(),
    open: (path, mode) => {
      const existing = this.#names.get(path);
      if (existing !== undefined && mode === 'private') return fails('EEXIST');
      if (existing === undefined && mode === 'existing') return fails('ENOENT');
      return Promise.resolve(this.#open(existing ?? this.#create(path, mode === 'private' ? 0o600 : 0o644)));
    },
    status: (path) => {
      const inode = this.#names.get(path);
      return inode === undefined ? fails('ENOENT') : Promise.resolve(statusOf(inode));
    },
    realPath: (path) => Promise.resolve(path),
    rename: (from, to) => {
      const inode = this.#names.get(from);
      if (inode === undefined) return fails('ENOENT');
      this.#names.delete(from);
      this.#names.set(to, inode);
      this.operations.push({ kind: 'rename', from, to });
      return Promise.resolve();
    },
    remove: (path) => {
      if (!this.#names.delete(path)) return fails('ENOENT');
      this.operations.push({ kind: 'remove', path });
      return Promise.resolve();
    },
    list: (path) =>
      Promise.resolve([...this.#names.keys()].filter((name) => dirname(name) === path).map((name) => basename(name))),
    syncDirectory: (path) => {
      if (![...this.#names.keys()].some((name) => dirname(name) === path)) return fails('ENOENT');
      this.operations.push({ kind: 'syncDirectory' });
      return Promise.resolve();
    },
  };

  #create(path: string, mode: number): Inode {
    const number = this.#inodes.size + 1;
    const inode: Inode = { number, content: new Uint8Array(), modified: this.#clock++, mode, lockedBy: undefined };
    this.#inodes.set(number, inode);
    this.#names.set(path, inode);
    this.operations.push({ kind: 'create', inode: number, path });
    return inode;
  }

  #open(inode: Inode): OpenFile {
    const opening = {};
    const sync = () => {
      this.operations.push({ kind: 'sync', inode: inode.number });
      return Promise.resolve();
    };
    return {
      status: () => Promise.resolve(statusOf(inode)),
      read: (into, position) => {
        const bytes = inode.content.subarray(position, position + into.length);
        into.set(bytes);
        return Promise.resolve(bytes.length);
      },
      write: (bytes, position) => {
        const operation = { kind: 'write', inode: inode.number, position, bytes: Uint8Array.from(bytes) } as const;
        this.operations.push(operation);
        inode.content = applyTo(inode.content, operation);
        inode.modified = this.#clock++;
        return Promise.resolve(bytes.length);
      },
      truncate: (length) => {
        const operation = { kind: 'truncate', inode: inode.number, length } as const;
        this.operations.push(operation);
        inode.content = applyTo(inode.content, operation);
        inode.modified = this.#clock++;
        return Promise.resolve();
      },
      syncData: sync,
      sync,
      setMode: (mode) => {
        inode.mode = mode;
        return Promise.resolve();
      },
      setOwner: () => Promise.resolve(),
      tryLock: () => {
        inode.lockedBy ??= opening;
        return Promise.resolve(inode.lockedBy === opening);
      },
      close: () => {
        if (inode.lockedBy === opening) inode.lockedBy = undefined;
        return Promise.resolve();
      },
    };
  }
}

/** Returns a content after a write or a truncation. */
export function applyTo(
  content: Uint8Array,
  operation: Extract<DiskOperation, { kind: 'write' | 'truncate' }>,
): Uint8Array {
  const length =
    operation.kind === 'truncate'
      ? operation.length
      : Math.max(content.length, operation.position + operation.bytes.length);
  const after = new Uint8Array(length);
  after.set(content.subarray(0, length));
  if (operation.kind === 'write') after.set(operation.bytes, operation.position);
  return after;
}

function statusOf({ number, content, modified, mode }: Inode): FileStatus {
  const ids = { device: 1n, inode: BigInt(number), owner: 0, group: 0 };
  return { isFile: true, size: content.length, modified, mode, ...ids };
}

function fails<T>(code: string): Promise<T> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}
