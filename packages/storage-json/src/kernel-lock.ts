import { createRequire } from 'node:module';

/** Locks an open file until it is closed; returns `false` if another opening of it, in any process, holds the lock. */
export type TryLock = (fileDescriptor: number) => boolean;

/**
 * Loads the kernel's file lock: `fcntl` with `F_OFD_SETLK` on Linux, `flock` on macOS, `LockFileEx` on Windows. Each of them
 * belongs to the opened file, not to the process, and is released when the file is closed, by `kill -9` too. It is loaded
 * only when it is needed, because not every platform has a build.
 *
 * @throws Error if it does not run on this platform, or is not installed, as beside a bundle
 */
export function loadKernelLock(): TryLock {
  const { arch, platform, versions } = process;
  // The addon needs parts of libuv that they lack. Loading it ends Deno; a lock that another opening holds ends Bun.
  if (versions.bun !== undefined || versions.deno !== undefined) {
    throw new Error('fs-native-extensions does not run on Bun and Deno');
  }
  // The package's loader would take a tenth of the command's start, and finds no build on Alpine, where the glibc one works.
  const build = `fs-native-extensions/prebuilds/${platform}-${arch}/fs-native-extensions.node`;
  let addon: { tryLock: (fileDescriptor: number, offset: 0, length: 0, exclusive: true) => void };
  try {
    addon = createRequire(import.meta.url)(build) as typeof addon;
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\n.*/s, '');
    const message = `fs-native-extensions does not load on ${platform}-${arch}: ${reason}`;
    throw new Error(`${message} (a bundle must leave petstore-kit out)`, { cause });
  }

  return (fileDescriptor) => {
    try {
      addon.tryLock(fileDescriptor, 0, 0, true); // the whole file
      return true;
    } catch (error) {
      if (['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) return false; // another opening has it
      throw error;
    }
  };
}
