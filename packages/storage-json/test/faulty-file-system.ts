import type { FileSystem, OpenFile } from '../src/file-system.ts';

/** A file operation: `open`, or of an open file `file.write`. */
export type OperationName = keyof FileSystem | `file.${keyof OpenFile}`;

/**
 * What happens to an operation: it works; it fails with nothing done; it is done and reported as failed; a write writes
 * its first half alone, and says so.
 */
export type Fate = 'works' | 'fails' | 'done but reported as failed' | 'short';

/** Decides what happens to each operation, by its name and its number, counted from 0. */
export type Fates = (operation: OperationName, step: number) => Fate;

/** Puts faults between a storage and its file system. */
export function withFaults(fileSystem: FileSystem, fates: Fates): FileSystem {
  let step = 0;

  return {
    loadLock: () => meet('loadLock', fileSystem.loadLock),
    open: async (path, mode) => {
      const file = await meet('open', () => fileSystem.open(path, mode));
      return {
        status: () => meet('file.status', file.status),
        read: (into, position) => meet('file.read', (part) => file.read(part(into), position)),
        write: (bytes, position) => meet('file.write', (part) => file.write(part(bytes), position)),
        truncate: (length) => meet('file.truncate', () => file.truncate(length)),
        syncData: () => meet('file.syncData', file.syncData),
        sync: () => meet('file.sync', file.sync),
        setMode: (mode) => meet('file.setMode', () => file.setMode(mode)),
        setOwner: (owner, group) => meet('file.setOwner', () => file.setOwner(owner, group)),
        tryLock: () => meet('file.tryLock', file.tryLock),
        close: () => meet('file.close', file.close),
      };
    },
    status: (path) => meet('status', () => fileSystem.status(path)),
    realPath: (path) => meet('realPath', () => fileSystem.realPath(path)),
    rename: (from, to) => meet('rename', () => fileSystem.rename(from, to)),
    remove: (path) => meet('remove', () => fileSystem.remove(path)),
    list: (path) => meet('list', () => fileSystem.list(path)),
    syncDirectory: (path) => meet('syncDirectory', () => fileSystem.syncDirectory(path)),
  };

  async function meet<T>(
    operation: OperationName,
    run: (part: (bytes: Uint8Array) => Uint8Array) => Promise<T>,
  ): Promise<T> {
    const fate = fates(operation, step++);
    switch (fate) {
      case 'works':
        return run((bytes) => bytes);
      case 'short':
        return run((bytes) => bytes.subarray(0, Math.ceil(bytes.length / 2)));
      case 'fails':
        throw fault(operation);
      case 'done but reported as failed':
        await run((bytes) => bytes);
        throw fault(operation);
    }
  }
}

function fault(operation: string): Error {
  return Object.assign(new Error(`EIO: ${operation} failed as planned`), { code: 'EIO' });
}
