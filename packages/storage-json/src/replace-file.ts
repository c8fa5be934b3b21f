import type { BigIntStats } from 'node:fs';
import type { FileSystem, OpenFile } from './file-system.ts';
import type { TryLock } from './kernel-lock.ts';
import { createFile } from './new-file.ts';

/** A file to replace, and what replaces it. */
export interface Replacement {
  /** Its path without symbolic links. */
  readonly realPath: string;
  readonly content: Uint8Array;
  /** The status of the old file: the new one gets its owner, group and mode, as far as this process may set them. */
  readonly replaced: BigIntStats;
  /** Locks the new file before the rename, so that the path never leads to an unlocked file. */
  readonly tryLock: TryLock | undefined;
  /** Checks the old file just before the rename; rejects if it must not be replaced. */
  readonly confirm: () => Promise<void>;
}

/**
 * Replaces a file atomically: writes another one beside it, syncs it and renames it. After a failure the old file is unchanged
 * and the other one is removed; what a crash leaves is removed by the next replacement. The caller syncs the directory.
 *
 * @returns the new file
 */
export async function replaceFile(
  fileSystem: FileSystem,
  { realPath, content, replaced, tryLock, confirm }: Replacement,
): Promise<OpenFile> {
  const path = `${realPath}.petstore-temporary`;
  // Without the lock, it may be that of another opening.
  if (tryLock !== undefined) await fileSystem.rm(path, { force: true });
  return createFile(fileSystem, path, content, async (file) => {
    tryLock?.(file.fd);
    await keepAccess(file, replaced);
    await file.sync();
    await confirm();
    await fileSystem.rename(path, realPath);
  });
}

/**
 * Gives the new file the owner, the group and the mode of the old one, as far as this process may, and nobody more access
 * than before. Access control lists and other attributes are not kept.
 */
async function keepAccess(file: OpenFile, { mode, uid, gid }: BigIntStats): Promise<void> {
  const [owner, group] = [Number(uid), Number(gid)];
  // Only root may give a file to another user, but its owner may give it to a group of their own.
  await file.chown(owner, group).catch(() => file.chown(-1, group).catch(() => undefined));
  const isGroupKept = (await file.stat({ bigint: true })).gid === gid;
  await file.chmod(Number(mode) & (isGroupKept ? 0o7777 : 0o700)); // last: a change of owner may clear bits of the mode
}
