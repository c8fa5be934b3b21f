import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { adviseMemory, attempt, failure, notRegularMessage } from './failure.ts';
import { hasCode, isSpecial, type FileSystem, type TryLock } from './file-system.ts';

/** An open file. */
export interface OpenedFile {
  readonly file: number;
  /** Its path without symbolic links. */
  readonly realPath: string;
  /** Locks a file that replaces this one; `undefined` without a lock. */
  readonly tryLock: TryLock | undefined;
}

/**
 * Opens the file at a path, and locks it. Creates it if it is missing. Resolves when the name of the file is on the disk.
 *
 * @throws Failure if it cannot be opened or is locked
 */
export async function openFile(fileSystem: FileSystem, path: string, lock: boolean): Promise<OpenedFile> {
  const tryLock = lock ? await attempt(notLockableMessage, () => fileSystem.getKernelLock()) : undefined;
  const file = await openOrCreate(fileSystem, path);
  try {
    if ((await attempt(notLockableMessage, () => tryLock?.(file))) === false) {
      throw failure('is already open, in this process or in another one, and only one may have it open');
    }
    const realPath = await attempt('cannot be opened', () => fileSystem.realpath(path));
    await attempt('cannot be made durable: this user must be able to read its folder', () =>
      fileSystem.syncDirectory(dirname(realPath)),
    );
    return { file, realPath, tryLock };
  } catch (error) {
    await fileSystem.close(file).catch(() => undefined); // report the first error
    throw error;
  }
}

async function openOrCreate(fileSystem: FileSystem, path: string): Promise<number> {
  const found = await fileSystem.stat(path).catch(() => undefined); // opening says what is wrong
  if (found !== undefined && isSpecial(found)) throw failure(notRegularMessage);
  try {
    return await fileSystem.open(path, constants.O_RDWR);
  } catch (cause) {
    // Not O_CREAT at first: Linux then refuses an existing file of another user in /tmp (fs.protected_regular).
    if (hasCode(cause, 'ENOENT')) {
      return attempt('cannot be opened', () => fileSystem.open(path, constants.O_RDWR | constants.O_CREAT));
    }
    const isRefused = ['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(cause, code));
    const isReadable = () => fileSystem.open(path, constants.O_RDONLY).then((file) => fileSystem.close(file));
    const isReadOnly =
      isRefused &&
      (await isReadable()
        .then(() => true)
        .catch(() => false));
    throw failure(isReadOnly ? `cannot be written to: allow it, or ${adviseMemory(path)}` : 'cannot be opened', cause);
  }
}

const notLockableMessage =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore-kit --no-lock';
