import { createRequire } from 'node:module';
import { hasCode } from './file-system.ts';

/** What this storage uses of fs-native-extensions, which has no types. */
interface KernelLock {
  /** Returns `false`, or throws EAGAIN or EBUSY, if another open file description holds the lock. */
  tryLock(fileDescriptor: number): boolean;
}

/** The part of it that is native. It throws unless it has locked the file. */
interface NativeLock {
  tryLock(fileDescriptor: number, offset: number, length: number, exclusive: boolean): void;
}

/**
 * Loads the kernel's file lock: `fcntl` with `F_OFD_SETLK` on Linux, `flock` on macOS, `LockFileEx` on Windows. Each of them
 * belongs to the opened file, not to the process, and is released when the file is closed, by `kill -9` too. It is loaded
 * only when it is needed, because not every platform has a build.
 *
 * @throws Error if it does not run on this platform
 */
export function loadKernelLock(): KernelLock {
  const { bun, deno } = process.versions;
  // It needs parts of libuv that they lack. Deno would die now, Bun as soon as another opening has the file.
  if (bun !== undefined || deno !== undefined) throw new Error('fs-native-extensions does not run on Bun and Deno');
  try {
    return loadExtensions();
  } catch (cause) {
    throw new Error(`fs-native-extensions does not load on ${process.platform}-${process.arch}`, { cause });
  }
}

function loadExtensions(): KernelLock {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as KernelLock;
  } catch (error) {
    if (!hasCode(error, 'ADDON_NOT_FOUND')) throw error;
  }
  // On Alpine, it looks for a build for musl, which it does not have. Its build for glibc runs on musl too.
  const build = `fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`;
  const native = createRequire(import.meta.url)(build) as NativeLock;
  return {
    tryLock(fileDescriptor) {
      native.tryLock(fileDescriptor, 0, 0, true);
      return true;
    },
  };
}
