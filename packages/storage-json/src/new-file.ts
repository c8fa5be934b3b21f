import { constants, type BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode, writeAll, type FileSystem, type OpenFile, type TryLock } from './file-system.ts';

/*
 * The files that are created beside a pet file: the one that replaces it, and those that keep a torn end.
 */

/**
 * Replaces a file atomically: the new file is on the disk, locked, and has the same access, before its name changes.
 *
 * @param path the file to replace, without symbolic links
 * @param tryLock `undefined` if the file to replace is not locked
 * @param beforeRename rejects if the file must stay. The new file is removed then, as after every failure
 * @returns the new file, open
 */
export async function createReplacement(
  fileSystem: FileSystem,
  path: string,
  content: Buffer,
  tryLock: TryLock | undefined,
  beforeRename: () => Promise<void>,
): Promise<OpenFile> {
  const replaced = await fileSystem.stat(path, { bigint: true });
  const temporaryPath = getTemporaryPath(path);
  // Without the lock, another storage may be writing the temporary file at this moment. With the lock, a crash left it.
  if (tryLock !== undefined) await fileSystem.rm(temporaryPath, { force: true });
  return createFile(fileSystem, temporaryPath, content, async (created) => {
    tryLock?.(created.fd); // before the rename, so that the path never leads to an unlocked file
    await keepAccess(created, replaced);
    await created.sync();
    await beforeRename();
    await fileSystem.rename(temporaryPath, path);
  });
}

/**
 * Finds out whether a file can be replaced. Creates nothing, because a watcher of the folder would take that for a change of the
 * program. Whether the disk has room shows only when the file is replaced.
 *
 * @throws Error of the system if the file cannot be replaced
 */
export async function expectReplaceable(fileSystem: FileSystem, path: string, lock: boolean): Promise<void> {
  if (await fileSystem.isMountPoint(path)) throw createSystemError('EBUSY', 'the file is mounted by itself');
  await fileSystem.access(dirname(path), constants.W_OK | constants.X_OK);
  const temporary = await fileSystem.stat(getTemporaryPath(path), { bigint: true }).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error; // the name may be too long
  });
  if (temporary !== undefined && !lock) throw createSystemError('EEXIST', getTemporaryPath(path));
  const folder = await fileSystem.stat(dirname(path), { bigint: true });
  const { uid } = await fileSystem.stat(path, { bigint: true });
  const user = BigInt(process.geteuid?.() ?? 0);
  if ((folder.mode & stickyBit) !== 0n && ![0n, uid, folder.uid].includes(user)) {
    throw createSystemError('EPERM', 'in a folder with the sticky bit, only the owner of a file may replace it');
  }
}

function getTemporaryPath(path: string): string {
  return `${path}.petstore-temporary`;
}

/**
 * Creates a file beside another one: `pets.json.torn`, or `pets.json.torn.1` and so on if that exists.
 *
 * @returns its path, once the file and its name are on the disk
 */
export async function createBeside(
  fileSystem: FileSystem,
  path: string,
  suffix: string,
  content: Buffer,
): Promise<string> {
  for (let count = 0; ; count++) {
    const newPath = `${path}.${suffix}${count === 0 ? '' : `.${count}`}`;
    try {
      await createFile(fileSystem, newPath, content, async (created) => {
        await created.sync();
        await fileSystem.syncDirectory(dirname(path));
        await created.close();
      });
      return newPath;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/** Creates a file that only its owner can read, writes its content and finishes it. If that fails, the file is removed. */
async function createFile(
  fileSystem: FileSystem,
  path: string,
  content: Buffer,
  finish: (created: OpenFile) => Promise<void>,
): Promise<OpenFile> {
  const created = await fileSystem.open(path, 'wx+', 0o600);
  try {
    await writeAll(created, content, 0);
    await finish(created);
    return created;
  } catch (error) {
    await Promise.allSettled([created.close(), fileSystem.rm(path, { force: true })]); // report the first error
    throw error;
  }
}

/**
 * Gives the new file the owner, the group and the mode of the old one, as far as this process may. Nobody gets more access than
 * before. Access control lists and other attributes are not kept.
 */
async function keepAccess(file: OpenFile, { mode, uid, gid }: BigIntStats): Promise<void> {
  const [owner, group] = [Number(uid), Number(gid)];
  // Only root may change the owner. The owner may change the group to another group that the owner is in.
  await file.chown(owner, group).catch(() => file.chown(-1, group).catch(() => undefined));
  const isGroupKept = (await file.stat({ bigint: true })).gid === gid;
  await file.chmod(Number(mode) & (isGroupKept ? 0o7777 : 0o700)); // last: a change of owner may clear bits of the mode
}

const stickyBit = 0o1000n;

function createSystemError(code: string, reason: string): Error {
  return Object.assign(new Error(`${code}: ${reason}`), { code });
}
