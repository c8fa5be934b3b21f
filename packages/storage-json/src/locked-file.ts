import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { notRegular, serveFromMemory, type Failures } from './failure.ts';
import { hasCode, syncDirectory, type FileSystem, type OpenFile } from './file-system.ts';

/**
 * Opens the file at a path, creates it if there is none, and locks it. Once it resolves, the name of the file is on the disk.
 *
 * @returns the file, its path without symbolic links, and what locks another file in its place (`undefined` without the lock)
 * @throws Failure if it cannot be opened or is locked
 */
export async function openLockedFile(fileSystem: FileSystem, path: string, lock: boolean, failures: Failures) {
  const { failure, attempt } = failures;
  const tryLock = lock ? await attempt(cannotBeLocked, () => fileSystem.loadKernelLock()) : undefined;
  const file = await openOrCreate(fileSystem, path, failures);
  try {
    const status = await attempt('cannot be opened', () => file.stat({ bigint: true }));
    if (!status.isFile()) throw failure(notRegular);
    if ((await attempt(cannotBeLocked, () => tryLock?.(file.fd))) === false) {
      throw failure('is already open, in this process or in another one, and only one may have it open');
    }
    const realPath = await attempt('cannot be opened', () => fileSystem.realpath(path));
    await attempt('cannot be made durable: this user must be able to read its folder', () =>
      syncDirectory(fileSystem, dirname(realPath)),
    );
    return { file, realPath, tryLock };
  } catch (error) {
    await file.close().catch(() => undefined); // the first error counts
    throw error;
  }
}

async function openOrCreate(fileSystem: FileSystem, path: string, { failure, attempt }: Failures): Promise<OpenFile> {
  try {
    return await fileSystem.open(path, constants.O_RDWR);
  } catch (cause) {
    // Not at once with O_CREAT: Linux then refuses a file of another user in /tmp (fs.protected_regular).
    if (hasCode(cause, 'ENOENT')) {
      return attempt('cannot be opened', () => fileSystem.open(path, constants.O_RDWR | constants.O_CREAT));
    }
    const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(cause, code)) && (await isReadable());
    throw failure(
      isReadOnly ? `cannot be written to: allow it, or ${serveFromMemory(path)}` : 'cannot be opened',
      cause,
    );
  }

  function isReadable(): Promise<boolean> {
    return fileSystem.open(path, constants.O_RDONLY).then(
      (file) => file.close().then(() => true),
      () => false,
    );
  }
}

const cannotBeLocked =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore-kit --no-lock';
