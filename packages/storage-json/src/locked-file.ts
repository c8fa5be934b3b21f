import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Failures } from './failure.ts';
import { hasCode, syncDirectory, type FileSystem, type OpenFile } from './file-system.ts';
import type { TryLock } from './kernel-lock.ts';

/** A pet file that is open, and locked if that was asked for. */
export interface LockedFile {
  readonly file: OpenFile;
  /** Its path without symbolic links. */
  readonly realPath: string;
  /** Locks another file in its place; `undefined` without the lock. */
  readonly tryLock: TryLock | undefined;
}

/**
 * Opens the file at a path, creates it if there is none, and locks it. Once it resolves, the name of the file is on the disk.
 *
 * @throws Failure if it cannot be opened or is locked
 */
export async function openLockedFile(
  fileSystem: FileSystem,
  path: string,
  lock: boolean,
  { failure, attempt }: Failures,
): Promise<LockedFile> {
  const tryLock = lock ? await attempt(cannotBeLocked, () => fileSystem.loadKernelLock()) : undefined;
  const file = await attempt('cannot be opened', open);
  try {
    const opened = await attempt('cannot be opened', () => file.stat({ bigint: true }));
    if (!opened.isFile()) throw failure('is not a regular file, but a device, a named pipe or the like');
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

  /** Linux may refuse to open another user's file in a directory like /tmp with O_CREAT, so that comes second. */
  async function open(): Promise<OpenFile> {
    try {
      return await fileSystem.open(path, 'r+');
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      return fileSystem.open(path, constants.O_RDWR | constants.O_CREAT);
    }
  }
}

const cannotBeLocked =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore --no-lock';
