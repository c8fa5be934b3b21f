import { createRequire } from 'node:module';

/** What this storage uses of fs-native-extensions, which has no types. */
interface KernelLock {
  /** Returns `false` if another open file description holds the lock. */
  tryLock(fileDescriptor: number): boolean;
}

/**
 * Loads the kernel's file lock: `fcntl` with `F_OFD_SETLK` on Linux, `flock` on macOS, `LockFileEx` on Windows. Each of them
 * belongs to the opened file, not to the process, and is released when the file is closed, by `kill -9` too. It is loaded
 * only when it is needed, because not every platform has a build.
 *
 * @throws Error if this platform has none
 */
export function loadKernelLock(): KernelLock {
  return createRequire(import.meta.url)('fs-native-extensions') as KernelLock;
}
