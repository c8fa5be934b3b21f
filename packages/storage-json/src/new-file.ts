import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode, writeAll, type FileSystem, type TryLock } from './file-system.ts';

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
): Promise<number> {
  const replaced = await fileSystem.stat(path);
  const temporaryPath = `${path}.petstore-temporary`;
  await fileSystem.remove(temporaryPath); // a crash may have left it
  return createFile(fileSystem, temporaryPath, content, async (created) => {
    tryLock?.(created); // before the rename, so that the path never leads to an unlocked file
    await keepAccess(fileSystem, created, replaced);
    await fileSystem.fsync(created);
    await beforeRename();
    await fileSystem.rename(temporaryPath, path);
  });
}

/**
 * Keeps a torn end in a file beside the pet file: `pets.json.torn`, or `pets.json.torn.1` and so on if that exists. Returns its path,
 * once the file and its name are on the disk.
 */
export async function keepTornEnd(fileSystem: FileSystem, path: string, content: Buffer): Promise<string> {
  for (let count = 0; ; count++) {
    const newPath = `${path}.torn${count === 0 ? '' : `.${count}`}`;
    try {
      const created = await createFile(fileSystem, newPath, content, async (created) => {
        await fileSystem.fsync(created);
        await fileSystem.syncDirectory(dirname(path));
      });
      await fileSystem.close(created).catch(() => undefined); // its bytes are on the disk
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
  finish: (created: number) => Promise<void>,
): Promise<number> {
  const created = await fileSystem.open(path, 'wx+', 0o600);
  try {
    await writeAll(fileSystem, created, content, 0);
    await finish(created);
    return created;
  } catch (error) {
    await Promise.allSettled([fileSystem.close(created), fileSystem.remove(path)]); // report the first error
    throw error;
  }
}

/**
 * Gives the new file the owner, the group and the mode of the old one, as far as this process may. Nobody gets more access than
 * before. Access control lists and other attributes are not kept.
 */
async function keepAccess(fileSystem: FileSystem, file: number, { mode, uid, gid }: BigIntStats): Promise<void> {
  const [owner, group] = [Number(uid), Number(gid)];
  // Only root may give a file away. Another user may still choose among the groups that it is in.
  await fileSystem.fchown(file, owner, group).catch(() => fileSystem.fchown(file, -1, group).catch(() => undefined));
  const isGroupKept = (await fileSystem.fstat(file)).gid === gid;
  await fileSystem.fchmod(file, Number(mode) & (isGroupKept ? 0o7777 : 0o700)); // last: a change of owner may clear bits of the mode
}
