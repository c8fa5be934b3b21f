import { createRequire } from 'node:module';

/** What this storage uses of fs-native-extensions, which comes without types. */
interface KernelLock {
  /** Returns `false` if another open file description holds the lock. */
  tryLock(fileDescriptor: number): boolean;
}

/**
 * Loads the kernel's file lock: `fcntl` with `F_OFD_SETLK` on Linux, `flock` on macOS, `LockFileEx` on Windows. Each of
 * them belongs to the opened file, not to the process, and goes when it is closed, by a `kill -9` too. It is loaded only
 * when it is needed, because there is not a build for every platform.
 *
 * @throws Error if there is none for this platform
 */
export function loadKernelLock(): KernelLock {
  return createRequire(import.meta.url)('fs-native-extensions') as KernelLock;
}
