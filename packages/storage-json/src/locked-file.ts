import { dirname } from 'node:path';
import type { StorageFailure } from '@petstore/core';
import { err, ok, safeTry, type Result, type ResultAsync } from 'neverthrow';
import type { FileFailure } from './file-failure.ts';
import { isSameFile, type FileSystem, type FileSystemError, type OpenFile } from './file-system.ts';
import { removeTemporaries } from './replace-file.ts';

/** A pet file that is open, and locked where that was asked for. */
export interface LockedFile {
  readonly file: OpenFile;
  /** Its path without symbolic links. */
  readonly realPath: string;
}

/** How often a file that another process replaces while it is being opened is opened anew. */
const maximumAttempts = 10;

/**
 * Opens the file at a path, creates it where there is none, and locks it. Its name is on the disk then, and nothing is
 * left of an attempt to replace it that a crash cut short, unless it is opened without the lock.
 */
export function openLockedFile(
  fileSystem: FileSystem,
  path: string,
  lock: boolean,
  failure: FileFailure,
): ResultAsync<LockedFile, StorageFailure> {
  const cannotBeOpened = (cause: FileSystemError) => failure('cannot be opened', cause);

  return safeTry(async function* () {
    if (lock) yield* fileSystem.loadLock().mapErr(cannotBeLocked);
    for (let attempt = 0; attempt < maximumAttempts; attempt++) {
      const file = yield* await open();
      const locked = await settle(file);
      if (locked.isOk() && locked.value !== undefined) return ok(locked.value);
      void (await file.close());
      if (locked.isErr()) return err(locked.error);
    }
    return err(failure('is being replaced by another program over and over'));
  });

  async function open(): Promise<Result<OpenFile, StorageFailure>> {
    const status = await fileSystem.status(path);
    if (status.isOk()) {
      return status.value.isFile ? fileSystem.open(path, 'existing').mapErr(cannotBeOpened) : err(notAFile());
    }
    if (status.error.code !== 'ENOENT') return err(cannotBeOpened(status.error));
    return fileSystem.open(path, 'create').mapErr((cause) => failure('cannot be created', cause));
  }

  /** Gives `undefined` where the path has come to lead to another file than the one that was opened. */
  function settle(file: OpenFile): ResultAsync<LockedFile | undefined, StorageFailure> {
    return safeTry(async function* () {
      const opened = yield* file.status().mapErr(cannotBeOpened);
      if (!opened.isFile) return err(notAFile());
      if (lock && !(yield* file.tryLock().mapErr(cannotBeLocked))) {
        return err(failure('is already open, in this process or in another one, and only one may have it open'));
      }
      const named = yield* fileSystem.status(path).mapErr(cannotBeOpened);
      if (!isSameFile(named, opened)) return ok(undefined);

      const realPath = yield* fileSystem.realPath(path).mapErr(cannotBeOpened);
      if (lock) yield* removeTemporaries(fileSystem, realPath).mapErr(cannotBeOpened);
      yield* fileSystem.syncDirectory(dirname(realPath)).mapErr((cause) => failure('cannot be made durable', cause));
      return ok({ file, realPath });
    });
  }

  function notAFile(): StorageFailure {
    return failure('is not a regular file, but a directory, a device or the like');
  }

  function cannotBeLocked(cause: FileSystemError): StorageFailure {
    return failure(
      'cannot be locked on this platform; if nothing else can have it open, open it without (lock: false, petstore --no-lock)',
      cause,
    );
  }
}
