import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { createFile, type FileSystem, type OpenFile } from './file-system.ts';
import type { TryLock } from './kernel-lock.ts';

/**
 * Replaces a file atomically: writes another one beside it, syncs it and renames it. After a failure the old file is unchanged
 * and the other one is removed; with the lock, the next replacement removes what a crash left. The caller syncs the directory.
 *
 * @param realPath its path without symbolic links
 * @param tryLock locks the new file before the rename, so that the path never leads to an unlocked file
 * @param confirm checks the old file just before the rename; rejects if it must not be replaced
 * @returns the new file
 */
export async function replaceFile(
  fileSystem: FileSystem,
  realPath: string,
  content: Uint8Array,
  tryLock: TryLock | undefined,
  confirm: () => Promise<void>,
): Promise<OpenFile> {
  return createReplacement(fileSystem, realPath, content, tryLock, async (path) => {
    await confirm();
    await fileSystem.rename(path, realPath);
  });
}

/**
 * Does what {@link replaceFile} does, up to the rename, and removes the other file again.
 *
 * @throws Error if the file cannot be replaced
 */
export async function expectReplaceable(
  fileSystem: FileSystem,
  realPath: string,
  content: Uint8Array,
  tryLock: TryLock | undefined,
): Promise<void> {
  const file = await createReplacement(fileSystem, realPath, content, tryLock, (path) =>
    fileSystem.rm(path, { force: true }),
  );
  await file.close();
  if (await fileSystem.isMountPoint(realPath)) throw refused('EBUSY', 'the file is mounted by itself');
  const [folder, { uid }] = [
    await fileSystem.stat(dirname(realPath), { bigint: true }),
    await fileSystem.stat(realPath, { bigint: true }),
  ];
  const user = BigInt(process.geteuid?.() ?? 0);
  if ((folder.mode & sticky) !== 0n && ![0n, uid, folder.uid].includes(user)) {
    throw refused('EPERM', 'in a folder with the sticky bit, only the owner of a file may replace it');
  }
}

const sticky = 0o1000n;

function refused(code: string, reason: string): Error {
  return Object.assign(new Error(`${code}: ${reason}`), { code });
}

/** Creates a file beside another one, locked and with the access to that one, and finishes it once it is on the disk. */
async function createReplacement(
  fileSystem: FileSystem,
  realPath: string,
  content: Uint8Array,
  tryLock: TryLock | undefined,
  finish: (path: string) => Promise<void>,
): Promise<OpenFile> {
  const replaced = await fileSystem.stat(realPath, { bigint: true });
  const path = `${realPath}.petstore-temporary`;
  if (tryLock !== undefined) await fileSystem.rm(path, { force: true }); // without the lock, it may be another opening's
  return createFile(fileSystem, path, content, async (file) => {
    tryLock?.(file.fd);
    await keepAccess(file, replaced);
    await file.sync();
    await finish(path);
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
