import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { hasCode, writeAll, type FileStatus, type FileSystem, type OpenFile } from './file-system.ts';

/** A file to replace, and what replaces it. */
export interface Replacement {
  /** Its path without symbolic links. */
  readonly realPath: string;
  readonly content: Uint8Array;
  /** The status of the old file: the new one gets its owner, group and mode, as far as this process may set them. */
  readonly replaced: FileStatus;
  /** Whether to lock the new file. It is locked before the rename, so that the path never leads to an unlocked file. */
  readonly lock: boolean;
  /** Checks the old file just before the rename; rejects if it must not be replaced. */
  readonly confirm: () => Promise<unknown>;
}

/**
 * Replaces a file atomically: writes another one beside it, syncs it and renames it. After a failure the old file is unchanged
 * and the other one is removed; after a crash {@link removeTemporaries} removes it. The caller syncs the directory.
 *
 * @returns the new file
 */
export async function replaceFile(
  fileSystem: FileSystem,
  { realPath, content, replaced, lock, confirm }: Replacement,
): Promise<OpenFile> {
  // Each replacement has a name of its own, so that no opening renames or removes the file of another.
  const path = temporaryPath(realPath, randomBytes(8).toString('hex'));
  const file = await fileSystem.open(path, 'private');
  try {
    await keepAccess(file, replaced);
    if (lock && !(await file.tryLock())) throw new Error(`another program has locked ${path}`);
    await writeAll(file, content, 0);
    await file.sync();
    await confirm();
    await fileSystem.rename(path, realPath);
    return file;
  } catch (error) {
    await Promise.allSettled([file.close(), fileSystem.remove(path)]); // the first error counts
    throw error;
  }
}

/**
 * Removes what a crash during {@link replaceFile} left. Only the holder of the file's lock may call it: it would remove the
 * temporary file of another opening.
 */
export async function removeTemporaries(fileSystem: FileSystem, realPath: string): Promise<void> {
  const directory = dirname(realPath);
  for (const name of await fileSystem.list(directory)) {
    const [, random] = /\.([\da-f]{16})\.petstore-temporary$/.exec(name) ?? [];
    if (random !== undefined && join(directory, name) === temporaryPath(realPath, random)) {
      await fileSystem.remove(join(directory, name));
    }
  }
}

function temporaryPath(realPath: string, random: string): string {
  return join(dirname(realPath), `.${basename(realPath)}.${random}.petstore-temporary`);
}

/**
 * Gives the new file the owner, the group and the mode of the old one, as far as this process may, and nobody more access
 * than before. Access control lists and other attributes are not kept.
 */
async function keepAccess(file: OpenFile, { mode, owner, group }: FileStatus): Promise<void> {
  const created = await file.status();
  // A user who may not give a file to another user may still give it to a group of their own.
  const isGroupKept = (await trySetOwner(owner, group)) || (await trySetOwner(created.owner, group));
  const wanted = isGroupKept ? mode : withoutGroup(mode);
  if (created.mode !== wanted) await file.setMode(wanted); // last: a change of owner may clear bits of the mode

  async function trySetOwner(newOwner: number, newGroup: number): Promise<boolean> {
    if (created.owner === newOwner && created.group === newGroup) return true;
    try {
      await file.setOwner(newOwner, newGroup);
      return true;
    } catch (error) {
      if (hasCode(error, 'EPERM', 'EINVAL', 'ENOSYS')) return false;
      throw error;
    }
  }
}

/** The mode for a file that lost its group: former members now count as others, who get no right that the group lacked. */
function withoutGroup(mode: number): number {
  const groupBits = (mode >> 3) & 0o7;
  return mode & (0o700 | groupBits);
}
