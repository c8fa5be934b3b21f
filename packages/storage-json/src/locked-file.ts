import { dirname } from 'node:path';
import { notRegular, type Failures } from './failure.ts';
import { hasCode, isSameFile, type FileSystem, type OpenFile } from './file-system.ts';
import { removeTemporaries } from './replace-file.ts';

/** A pet file that is open, and locked if that was asked for. */
export interface LockedFile {
  readonly file: OpenFile;
  /** Its path without symbolic links. */
  readonly realPath: string;
}

/** How many times to try, if another process replaces the file each time before it is locked. */
const maximumAttempts = 10;

/**
 * Opens the file at a path, creates it if there is none, and locks it. Once it resolves, the name of the file is on the disk
 * and, with the lock, the temporary files of an interrupted replacement are removed.
 *
 * @throws Failure if it cannot be opened or is locked
 */
export async function openLockedFile(
  fileSystem: FileSystem,
  path: string,
  lock: boolean,
  { failure, attempt }: Failures,
): Promise<LockedFile> {
  if (lock) await attempt(cannotBeLocked, () => fileSystem.loadLock());
  for (let attempts = 0; attempts < maximumAttempts; attempts++) {
    const file = await open();
    try {
      if (await lockAndVerify(file)) return { file, realPath: await nameDurably() };
    } catch (error) {
      await file.close().catch(() => undefined); // the first error counts
      throw error;
    }
    await file.close();
  }
  throw failure('is replaced by another program again and again');

  /** Linux may refuse to open another user's file in a directory like /tmp with O_CREAT, so that comes second. */
  async function open(): Promise<OpenFile> {
    try {
      return await fileSystem.open(path, 'existing');
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw failure('cannot be opened', error);
    }
    return attempt('cannot be created', () => fileSystem.open(path, 'create'));
  }

  /** Returns `false` if the path now leads to another file than the opened one. */
  async function lockAndVerify(file: OpenFile): Promise<boolean> {
    const opened = await attempt('cannot be opened', () => file.status());
    if (!opened.isFile) throw failure(notRegular);
    if (lock && !(await attempt(cannotBeLocked, () => file.tryLock()))) {
      throw failure('is already open, in this process or in another one, and only one may have it open');
    }
    return isSameFile(await attempt('cannot be opened', () => fileSystem.status(path)), opened);
  }

  async function nameDurably(): Promise<string> {
    const realPath = await attempt('cannot be opened', () => fileSystem.realPath(path));
    if (lock) await attempt('cannot be opened', () => removeTemporaries(fileSystem, realPath));
    await attempt('cannot be made durable', () => fileSystem.syncDirectory(dirname(realPath)));
    return realPath;
  }
}

const cannotBeLocked =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore --no-lock';
