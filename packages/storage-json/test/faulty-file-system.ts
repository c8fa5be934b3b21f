import type { FileSystem, OpenFile } from '../src/file-system.ts';

/** A file operation: `open`, or of an open file `file.write`. */
export type OperationName = keyof FileSystem | `file.${keyof OpenFile}`;

/**
 * What happens to an operation: it works; it fails and does nothing; it is done but reported as failed; or a read or a write
 * is short: it transfers only the first half, and reports that.
 */
export type Outcome = 'works' | 'fails' | 'done but reported as failed' | 'short';

/** Decides what happens to each operation, by its name and its number, counted from 0. */
export type FaultPlan = (operation: OperationName, step: number) => Outcome;

/** Wraps a file system whose operations can fail. */
export function withFaults(fileSystem: FileSystem, plan: FaultPlan): FileSystem {
  let step = 0;

  return {
    loadLock: () => inject('loadLock', fileSystem.loadLock),
    open: async (path, mode) => {
      const file = await inject('open', () => fileSystem.open(path, mode));
      return {
        status: () => inject('file.status', file.status),
        read: (into, position) => inject('file.read', (part) => file.read(part(into), position)),
        write: (bytes, position) => inject('file.write', (part) => file.write(part(bytes), position)),
        truncate: (length) => inject('file.truncate', () => file.truncate(length)),
        syncData: () => inject('file.syncData', file.syncData),
        sync: () => inject('file.sync', file.sync),
        setMode: (mode) => inject('file.setMode', () => file.setMode(mode)),
        setOwner: (owner, group) => inject('file.setOwner', () => file.setOwner(owner, group)),
        tryLock: () => inject('file.tryLock', file.tryLock),
        close: () => inject('file.close', file.close),
      };
    },
    status: (path) => inject('status', () => fileSystem.status(path)),
    realPath: (path) => inject('realPath', () => fileSystem.realPath(path)),
    rename: (from, to) => inject('rename', () => fileSystem.rename(from, to)),
    remove: (path) => inject('remove', () => fileSystem.remove(path)),
    list: (path) => inject('list', () => fileSystem.list(path)),
    syncDirectory: (path) => inject('syncDirectory', () => fileSystem.syncDirectory(path)),
  };

  async function inject<T>(
    operation: OperationName,
    run: (part: (bytes: Uint8Array) => Uint8Array) => Promise<T>,
  ): Promise<T> {
    switch (plan(operation, step++)) {
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
