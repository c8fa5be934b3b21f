import type { FileSystem } from '../src/file-system.ts';

/** A file operation, such as `open` or `write`. */
export type OperationName = keyof FileSystem | 'tryLock';

/**
 * What an operation does:
 *
 * - It works.
 * - It fails and does nothing.
 * - It is done, but reports a failure.
 * - A write is short: it writes the first half and reports that.
 */
export type Outcome = 'works' | 'fails' | 'done but reported as failed' | 'short';

/** Decides what happens to each operation, by its name and its number, counted from 0. */
export type FaultPlan = (operation: OperationName, step: number) => Outcome;

/** Decides the outcome of one operation of this name: the first, second, … All others work. */
export function nth(operation: OperationName, count: number, outcome: () => Outcome): FaultPlan {
  let seen = 0;
  return (each) => (each === operation && ++seen === count ? outcome() : 'works');
}

/** Wraps a file system whose operations can fail. */
export function withFaults(fileSystem: FileSystem, plan: FaultPlan): FileSystem {
  let step = 0;

  return {
    open: inject('open'),
    close: inject('close'),
    readFile: inject('readFile'),
    write: inject('write', (outcome, file, bytes, position) => fileSystem.write(file, part(bytes, outcome), position)),
    fstat: inject('fstat'),
    ftruncate: inject('ftruncate'),
    fdatasync: inject('fdatasync'),
    fsync: inject('fsync'),
    fchmod: inject('fchmod'),
    fchown: inject('fchown'),
    stat: inject('stat'),
    realpath: inject('realpath'),
    rename: inject('rename'),
    remove: inject('remove'),
    syncDirectory: inject('syncDirectory'),
    getKernelLock: () => {
      const tryLock = injectNow('getKernelLock', () => fileSystem.getKernelLock());
      return (file) => injectNow('tryLock', () => tryLock(file));
    },
  };

  /** Makes an operation that may fail. It runs the one of this name, if nothing else is given. */
  function inject<Name extends Exclude<keyof FileSystem, 'getKernelLock'>>(
    name: Name,
    run = (_outcome: Outcome, ...parameters: Parameters<FileSystem[Name]>): Promise<unknown> =>
      (fileSystem[name] as (...all: unknown[]) => Promise<unknown>)(...parameters),
  ): FileSystem[Name] {
    const operation = async (...parameters: Parameters<FileSystem[Name]>) => {
      const outcome = plan(name, step++);
      if (outcome === 'fails') throw fault(name);
      const done = await run(outcome, ...parameters);
      if (outcome === 'done but reported as failed') throw fault(name);
      return done;
    };
    return operation as FileSystem[Name];
  }

  function injectNow<T>(operation: OperationName, run: () => T): T {
    const outcome = plan(operation, step++);
    if (outcome === 'fails') throw fault(operation);
    const done = run();
    if (outcome === 'done but reported as failed') throw fault(operation);
    return done;
  }
}

function part(bytes: Uint8Array, outcome: Outcome): Uint8Array {
  return outcome === 'short' ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes;
}

function fault(operation: string): Error {
  return Object.assign(new Error(`EIO: ${operation} failed as planned`), { code: 'EIO' });
}
