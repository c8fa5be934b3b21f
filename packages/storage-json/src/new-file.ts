import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode, writeAll, type FileSystem, type OpenFile, type TryLock } from './file-system.ts';

/*
 * The files that are created beside a pet file: the one that replaces it, and those that keep a torn end.
 */

/**
 * Creates a file that can take the place of another one: it is on the disk, locked, and has the same access.
 *
 * @param path the file to replace, without symbolic links
 * @param tryLock `undefined` if the file to replace is not locked
 * @param finish renames or removes the file at the temporary path. If it rejects, the file is removed
 * @returns the new file, open
 */
export async function createReplacement(
  fileSystem: FileSystem,
  path: string,
  content: Buffer,
  tryLock: TryLock | undefined,
  finish: (temporaryPath: string) => Promise<void>,
): Promise<OpenFile> {
  const replaced = await fileSystem.stat(path, { bigint: true });
  const temporaryPath = `${path}.petstore-temporary`;
  // A crash may have left it. Without the lock, another storage may be writing it at this moment.
  if (tryLock !== undefined) await fileSystem.rm(temporaryPath, { force: true });
  return createFile(fileSystem, temporaryPath, content, async (created) => {
    tryLock?.(created.fd); // before the rename, so that the path never leads to an unlocked file
    await keepAccess(created, replaced);
    await created.sync();
    await finish(temporaryPath);
  });
}

/**
 * Checks what creating a replacement does not find out: whether a file may be renamed to this path.
 *
 * @throws Error of the system if it may not
 */
export async function expectRenamable(fileSystem: FileSystem, path: string): Promise<void> {
  if (await fileSystem.isMountPoint(path)) throw createSystemError('EBUSY', 'the file is mounted by itself');
  const folder = await fileSystem.stat(dirname(path), { bigint: true });
  const { uid } = await fileSystem.stat(path, { bigint: true });
  const user = BigInt(process.geteuid?.() ?? 0);
  if ((folder.mode & stickyBit) !== 0n && ![0n, uid, folder.uid].includes(user)) {
    throw createSystemError('EPERM', 'in a folder with the sticky bit, only the owner of a file may replace it');
  }
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
