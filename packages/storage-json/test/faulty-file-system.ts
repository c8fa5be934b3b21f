import type { FileSystem, OpenFile } from '../src/file-system.ts';

/** A file operation, such as `open`, or `file.write` on an open file. */
export type OperationName = keyof FileSystem | 'tryLock' | `file.${keyof OpenFile}`;

/**
 * What an operation does:
 *
 * - It works.
 * - It fails and does nothing.
 * - It is done, but reports a failure.
 * - A read or a write is short: it transfers the first half and reports that.
 */
export type Outcome = 'works' | 'fails' | 'done but reported as failed' | 'short';

/** Decides what happens to each operation, by its name and its number, counted from 0. */
export type FaultPlan = (operation: OperationName, step: number) => Outcome;

/** Wraps a file system whose operations can fail. */
export function withFaults(fileSystem: FileSystem, plan: FaultPlan): FileSystem {
  let step = 0;

  return {
    open: async (path, flags, mode) => withFileFaults(await inject('open', () => fileSystem.open(path, flags, mode))),
    stat: (path, options) => inject('stat', () => fileSystem.stat(path, options)),
    access: (path, mode) => inject('access', () => fileSystem.access(path, mode)),
    realpath: (path) => inject('realpath', () => fileSystem.realpath(path)),
    rename: (from, to) => inject('rename', () => fileSystem.rename(from, to)),
    rm: (path, options) => inject('rm', () => fileSystem.rm(path, options)),
    syncDirectory: (path) => inject('syncDirectory', () => fileSystem.syncDirectory(path)),
    isLocal: (path) => inject('isLocal', () => fileSystem.isLocal(path)),
    isMountPoint: (path) => inject('isMountPoint', () => fileSystem.isMountPoint(path)),
    getKernelLock: () => {
      const tryLock = injectNow('getKernelLock', () => fileSystem.getKernelLock());
      return (fileDescriptor) => injectNow('tryLock', () => tryLock(fileDescriptor));
    },
  };

  function withFileFaults(file: OpenFile): OpenFile {
    return {
      fd: file.fd,
      stat: (options) => inject('file.stat', () => file.stat(options)),
      read: (into, offset, length, position) =>
        inject('file.read', (part) => file.read(into, offset, part(length), position)),
      write: (bytes, offset, length, position) =>
        inject('file.write', (part) => file.write(bytes, offset, part(length), position)),
      truncate: (length) => inject('file.truncate', () => file.truncate(length)),
      datasync: () => inject('file.datasync', () => file.datasync()),
      sync: () => inject('file.sync', () => file.sync()),
      chmod: (mode) => inject('file.chmod', () => file.chmod(mode)),
      chown: (owner, group) => inject('file.chown', () => file.chown(owner, group)),
      close: () => inject('file.close', () => file.close()),
    };
  }

  async function inject<T>(
    operation: OperationName,
    run: (part: (length: number) => number) => Promise<T>,
  ): Promise<T> {
    const outcome = plan(operation, step++);
    if (outcome === 'fails') throw fault(operation);
    const done = await run((length) => (outcome === 'short' ? Math.ceil(length / 2) : length));
    if (outcome === 'done but reported as failed') throw fault(operation);
    return done;
  }

  function injectNow<T>(operation: OperationName, run: () => T): T {
    const outcome = plan(operation, step++);
    if (outcome === 'fails') throw fault(operation);
    const done = run();
    if (outcome === 'done but reported as failed') throw fault(operation);
    return done;
  }
}

function fault(operation: string): Error {
  return Object.assign(new Error(`EIO: ${operation} failed as planned`), { code: 'EIO' });
}
