import { createRequire } from 'node:module';

/** The native part of fs-native-extensions. */
interface KernelLock {
  /** Locks a whole file (offset and length 0). Throws EAGAIN, on Windows EBUSY, if another open file description holds the lock. */
  tryLock(fileDescriptor: number, offset: 0, length: 0, exclusive: true): void;
}

/**
 * Loads the kernel's file lock: `fcntl` with `F_OFD_SETLK` on Linux, `flock` on macOS, `LockFileEx` on Windows. Each of them
 * belongs to the opened file, not to the process, and is released when the file is closed, by `kill -9` too. It is loaded
 * only when it is needed, because not every platform has a build.
 *
 * @throws Error if it does not run on this platform, or is not installed, as beside a bundle
 */
export function loadKernelLock(): KernelLock {
  const { arch, platform, versions } = process;
  // It needs parts of libuv that they lack. Deno would die now, Bun as soon as another opening has the file.
  if (versions.bun !== undefined || versions.deno !== undefined) {
    throw new Error('fs-native-extensions does not run on Bun and Deno');
  }
  // The package's loader would take a tenth of the command's start, and finds no build on Alpine, where the glibc one works.
  const build = `fs-native-extensions/prebuilds/${platform}-${arch}/fs-native-extensions.node`;
  try {
    return createRequire(import.meta.url)(build) as KernelLock;
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\n.*/s, '');
    const message = `fs-native-extensions does not load on ${platform}-${arch}: ${reason}`;
    throw new Error(`${message} (a bundle must leave @petstore/storage-json out)`, { cause });
  }
}
