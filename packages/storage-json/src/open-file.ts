import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { attempt, Failure, notRegularMessage } from './failure.ts';
import { hasCode, isSpecial, type FileSystem } from './file-system.ts';

export type OpenedFile = Awaited<ReturnType<typeof openFile>>;

/**
 * Opens the file at a path, and locks it. Creates it if it is missing. Resolves when the name of the file is on the disk.
 *
 * @returns the file, its path without symbolic links, and what locks a file that replaces this one
 */
export async function openFile(fileSystem: FileSystem, path: string, lock: boolean) {
  const tryLock = lock ? await attempt(notLockableMessage, () => fileSystem.getKernelLock()) : undefined;
  const file = await openOrCreate(fileSystem, path);
  try {
    if ((await attempt(notLockableMessage, () => tryLock?.(file))) === false) {
      throw new Failure('is already open, in this process or in another one, and only one may have it open');
    }
    const realPath = await attempt('cannot be opened', () => fileSystem.realpath(path));
    await fileSystem.syncDirectory(dirname(realPath)).catch((cause: unknown) => {
      const advice = hasCode(cause, 'EACCES') ? ': let this user read its folder' : '';
      throw new Failure(`cannot be made durable${advice}`, cause);
    });
    return { file, realPath, tryLock };
  } catch (error) {
    await fileSystem.close(file).catch(() => undefined); // report the first error
    throw error;
  }
}

async function openOrCreate(fileSystem: FileSystem, path: string): Promise<number> {
  const found = await fileSystem.stat(path).catch(() => undefined); // opening says what is wrong
  if (found !== undefined && isSpecial(found)) throw new Failure(notRegularMessage);
  try {
    return await fileSystem.open(path, constants.O_RDWR);
  } catch (cause) {
    // Not O_CREAT at first: Linux then refuses an existing file of another user in /tmp (fs.protected_regular).
    if (hasCode(cause, 'ENOENT')) {
      return attempt('cannot be opened', () => fileSystem.open(path, constants.O_RDWR | constants.O_CREAT));
    }
    const isRefused = ['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(cause, code));
    if (!isRefused) throw new Failure('cannot be opened', cause);
    const readOnly = await fileSystem.open(path, constants.O_RDONLY).catch(() => {
      throw new Failure('cannot be opened', cause);
    });
    await fileSystem.close(readOnly);
    const advice = `serve its pets from memory: petstore-kit --storage memory --seed "${path}"`;
    throw new Failure(`cannot be written to: allow it, or ${advice}`, cause);
  }
}

const notLockableMessage =
  'cannot be locked: if nothing else can have it open, open it with lock: false or petstore-kit --no-lock';
