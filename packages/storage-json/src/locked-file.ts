import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { notRegular, type Failures } from './failure.ts';
import { syncDirectory, type FileSystem } from './file-system.ts';

/**
 * Opens the file at a path, creates it if there is none, and locks it. Once it resolves, the name of the file is on the disk.
 *
 * @returns the file, its path without symbolic links, and what locks another file in its place (`undefined` without the lock)
 * @throws Failure if it cannot be opened or is locked
 */
export async function openLockedFile(fileSystem: FileSystem, path: string, lock: boolean, failures: Failures) {
  const { failure, attempt } = failures;
  const tryLock = lock ? await attempt(cannotBeLocked, () => fileSystem.loadKernelLock()) : undefined;
  const file = await attempt('cannot be opened', () => fileSystem.open(path, constants.O_RDWR | constants.O_CREAT));
  try {
    const status = await attempt('cannot be opened', () => file.stat({ bigint: true }));
    if (!status.isFile()) throw failure(notRegular);
    if ((await attempt(cannotBeLocked, () => tryLock?.(file.fd))) === false) {
      throw failure('is already open, in this process or in another one, and only one may have it open');
    }
    const realPath = await attempt('cannot be opened', () => fileSystem.realpath(path));
    await attempt('cannot be made durable', () => syncDirectory(fileSystem, dirname(realPath)));
    return { file, realPath, tryLock };
  } catch (error) {
    await file.close().catch(() => undefined); // the first error counts
    throw error;
  }
}

const cannotBeLocked =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore --no-lock';
