import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { StorageFailure } from '@petstore/core';
import { err, ok, okAsync, safeTry, type ResultAsync } from 'neverthrow';
import { writeAll } from './complete-transfer.ts';
import type { FileFailure } from './file-failure.ts';
import type { FileStatus, FileSystem, FileSystemError, OpenFile } from './file-system.ts';

/** What a file is replaced with. */
export interface Replacement {
  /** Its path without symbolic links. */
  readonly realPath: string;
  readonly content: Uint8Array;
  /** The file that is replaced: its owner, group and mode are kept as far as this process may. */
  readonly replaced: FileStatus;
  /** Whether to lock the new file: it is locked before it takes the path, so that the path never leads to an unlocked one. */
  readonly lock: boolean;
  /** The last look at the old file, after which it is replaced. */
  readonly confirm: () => ResultAsync<unknown, StorageFailure>;
}

/**
 * Replaces a file atomically: another one is written beside it, brought to the disk, and renamed. After a failure
 * the old file stands untouched and the other one is gone; after a crash {@link removeTemporaries} removes it. That the
 * rename is on the disk remains for the caller to see to.
 *
 * @returns the new file
 */
export function replaceFile(
  fileSystem: FileSystem,
  { realPath, content, replaced, lock, confirm }: Replacement,
  failure: FileFailure,
): ResultAsync<OpenFile, StorageFailure> {
  const temporaryPath = newTemporaryPath(realPath);
  const cannotBeReplaced = (cause: FileSystemError) => failure('cannot be laid out anew', cause);

  return safeTry(async function* () {
    const file = yield* fileSystem.open(temporaryPath, 'temporary').mapErr(cannotBeReplaced);
    const outcome = await fillAndRename(file);
    if (outcome.isOk()) return ok(file);
    void (await file.close());
    void (await fileSystem.remove(temporaryPath));
    return err(outcome.error);
  });

  function fillAndRename(file: OpenFile): ResultAsync<void, StorageFailure> {
    return safeTry(async function* () {
      yield* keepAccess(file, replaced).mapErr(cannotBeReplaced);
      if (lock && !(yield* file.tryLock().mapErr(cannotBeReplaced))) {
        return err(failure(`cannot be laid out anew: another program has locked ${temporaryPath}`));
      }
      yield* writeAll(file, content, 0).mapErr(cannotBeReplaced);
      yield* file.sync().mapErr(cannotBeReplaced);
      yield* confirm();
      return fileSystem.rename(temporaryPath, realPath).mapErr(cannotBeReplaced);
    });
  }
}

/**
 * Removes what a crash during {@link replaceFile} left. Only the holder of the file's lock may call it: the temporary files
 * of others who have the lock are not there then.
 */
export function removeTemporaries(fileSystem: FileSystem, realPath: string): ResultAsync<void, FileSystemError> {
  return safeTry(async function* () {
    const directory = dirname(realPath);
    const prefix = temporaryPrefix(realPath);
    for (const name of yield* fileSystem.list(directory)) {
      if (name.startsWith(prefix) && name.endsWith(temporarySuffix)) yield* fileSystem.remove(join(directory, name));
    }
    return ok();
  });
}

/** No two attempts share a name, so that nobody renames or removes the file of another one. */
function newTemporaryPath(realPath: string): string {
  return join(dirname(realPath), `${temporaryPrefix(realPath)}${randomBytes(8).toString('hex')}${temporarySuffix}`);
}

const temporarySuffix = '.petstore-temporary';

function temporaryPrefix(realPath: string): string {
  return `.${basename(realPath)}.`;
}

/**
 * Gives the new file the owner, the group and the mode of the old one, as far as this process may, and nobody more access
 * than before. Nothing but the mode is kept of what else a system may know of it: access control lists, attributes.
 */
function keepAccess(file: OpenFile, { mode, owner, group }: FileStatus): ResultAsync<void, FileSystemError> {
  return safeTry(async function* () {
    const created = yield* file.status();
    const isKept = (yield* tryOwner(owner, group)) || (yield* tryOwner(created.owner, group)); // a user may give to groups of their own
    const wanted = isKept ? mode : withoutGroup(mode);
    // After the owner, because a change of owner may take bits of the mode away.
    return created.mode === wanted ? okAsync() : file.setMode(wanted);

    function tryOwner(newOwner: number, newGroup: number): ResultAsync<boolean, FileSystemError> {
      if (created.owner === newOwner && created.group === newGroup) return okAsync(true);
      return file
        .setOwner(newOwner, newGroup)
        .map(() => true)
        .orElse((error) => (mayNotGiveAway(error) ? ok(false) : err(error)));
    }
  });
}

/** The mode for a file whose group is another one now: the members of its old group are among the others. */
function withoutGroup(mode: number): number {
  const groupBits = (mode >> 3) & 0o7;
  return mode & (0o700 | groupBits);
}

function mayNotGiveAway({ code }: FileSystemError): boolean {
  return code === 'EPERM' || code === 'EINVAL' || code === 'ENOSYS';
}
