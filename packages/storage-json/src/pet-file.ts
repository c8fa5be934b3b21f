import { dirname } from 'node:path';
import type { Pet, StorageFailure } from '@petstore/core';
import { err, ok, okAsync, safeTry, type Result, type ResultAsync } from 'neverthrow';
import { readAll, writeAll } from './complete-transfer.ts';
import { outlineDocument } from './document-outline.ts';
import { appendDurably } from './durable-append.ts';
import type { FileFailure } from './file-failure.ts';
import { isSameFile, isUnmodified, type FileStatus, type FileSystem, type FileSystemError } from './file-system.ts';
import type { LockedFile } from './locked-file.ts';
import { readPetFile, type LayoutFound } from './pet-file-content.ts';
import { closingBytes, emptyFile, encodeAppend, layOut } from './pet-file-layout.ts';
import { keepBeside } from './keep-beside.ts';
import { replaceFile } from './replace-file.ts';

/** What was cut off a file that broke off. */
export interface TornEnd {
  /** How many bytes were cut off; 0 if nothing but the closing bracket was missing. */
  readonly bytes: number;
  /** The file that holds them; `undefined` if there are none. */
  readonly path: string | undefined;
  /** How many pets remain. */
  readonly pets: number;
}

/** An open pet file: read once, then appended to, by one call at a time. */
export interface PetFile {
  /**
   * Reads the pets, by ascending id, and cuts off what an interrupted append left; what it gives is on the disk. A file
   * that is no pet file stays as it is.
   */
  read(): ResultAsync<readonly Pet[], StorageFailure>;
  /**
   * Adds pets; resolves when they are on the disk. After a failure none of them is in the file. Where that is not sure,
   * because a sync or the undoing failed too, the file takes no pet from then on. The cause is a RangeError if there is no
   * room for all of them.
   */
  append(pets: readonly Pet[]): ResultAsync<void, StorageFailure>;
  /** Closes the file, and with it lets go of its lock. */
  close(): ResultAsync<void, StorageFailure>;
}

/** What a pet file is made of, beside the opened file. */
export interface PetFileOptions {
  readonly fileSystem: FileSystem;
  /** The path as the caller gave it, symbolic links and all. */
  readonly path: string;
  /** Whether a file that takes its place is to be locked. */
  readonly lock: boolean;
  /** Called when a file that broke off has been mended. */
  readonly onTornEnd: ((tornEnd: TornEnd) => void) | undefined;
  /** The greatest size of the file in bytes. */
  readonly maximumSize: number;
  readonly failure: FileFailure;
}

/** Makes a pet file of a file that has been opened. */
export function createPetFile(opened: LockedFile, options: PetFileOptions): PetFile {
  const { fileSystem, path, lock, onTornEnd, maximumSize, failure } = options;
  const { realPath } = opened;
  let { file } = opened;
  /** Where the next pet goes; `undefined` while the file is laid out in another way than ours. */
  let end: number | undefined;
  let isEmpty = true;
  /** The file as it was read or left, which is how it must be found again. */
  let lastSeen: FileStatus | undefined;
  /** Set once it is not known what stands on the disk. */
  let refusal: StorageFailure | undefined;

  const cannotBeRead = (cause: FileSystemError) => failure('cannot be read', cause);
  const cannotBeWritten = (cause: FileSystemError) => failure('cannot be written to', cause);

  return {
    read: () =>
      safeTry(async function* () {
        lastSeen = yield* file.status().mapErr(cannotBeRead);
        if (lastSeen.size > maximumSize) return err(failure(`is larger than ${maximumSize} bytes`));
        const text = yield* readAll(file, lastSeen.size).mapErr(cannotBeRead);
        const content = readPetFile(text);
        yield* expectUnchanged(); // first, for what was read while it was being changed says nothing of the file
        const { pets, layout } = yield* content.mapErr((what) => failure(what));
        const isTorn = layout.kind === 'own' && layout.torn;
        const tornEnd = isTorn ? text.subarray(layout.end) : undefined;
        const tornPath = tornEnd && (yield* keepTornEnd(tornEnd));
        end = yield* repair(layout).mapErr(cannotBeWritten);
        yield* file.syncData().mapErr(cannotBeWritten);
        lastSeen = yield* file.status().mapErr(cannotBeRead);
        isEmpty = pets.length === 0;
        if (tornEnd) onTornEnd?.({ bytes: tornEnd.length, path: tornPath, pets: pets.length });
        return ok(pets);
      }),

    append: (pets) =>
      safeTry(async function* () {
        if (refusal !== undefined) return err(refusal);
        yield* expectUnchanged();
        const start = end ?? (yield* layOutAnew());
        const bytes = yield* encodeAppend(pets, isEmpty).mapErr(cannotBeWritten);
        yield* expectRoomFor(start + bytes.length);
        lastSeen = yield* await write(start, bytes);
        end = start + bytes.length - closingBytes.length;
        isEmpty = false;
        return ok();
      }),

    close: () => file.close().mapErr((cause) => failure('cannot be closed', cause)),
  };

  /** Writes what is to be cut off to a file beside this one. */
  function keepTornEnd(bytes: Buffer): ResultAsync<string | undefined, StorageFailure> {
    if (bytes.length === 0) return okAsync(undefined);
    return keepBeside(fileSystem, realPath, bytes).mapErr((cause) =>
      failure('is torn, and its torn end cannot be kept, so it is left as it is', cause),
    );
  }

  /** Gives a file that is new or torn its closing; gives where the next pet goes. */
  function repair(layout: LayoutFound): ResultAsync<number | undefined, FileSystemError> {
    switch (layout.kind) {
      case 'new':
        return rewriteFrom(0, emptyFile).map(() => emptyFile.length - closingBytes.length);
      case 'own':
        return (layout.torn ? rewriteFrom(layout.end, closingBytes) : okAsync()).map(() => layout.end);
      case 'another':
        return okAsync(undefined);
    }
  }

  function rewriteFrom(position: number, bytes: Uint8Array): ResultAsync<void, FileSystemError> {
    return safeTry(async function* () {
      yield* writeAll(file, bytes, position); // and then cut off: a crash between the two leaves no file without a closing
      return file.truncate(position + bytes.length);
    });
  }

  /** The status of the open file, and of the one that its path leads to. */
  function lookAtFile(): ResultAsync<{ own: FileStatus; named: FileStatus | undefined }, FileSystemError> {
    return safeTry(async function* () {
      const own = yield* file.status();
      const named = yield* fileSystem
        .status(path)
        .map((status): FileStatus | undefined => status)
        .orElse((error) => (error.code === 'ENOENT' ? ok(undefined) : err(error)));
      return ok({ own, named });
    });
  }

  /** Another program may write to the file whatever its lock says. */
  function expectUnchanged(): ResultAsync<void, StorageFailure> {
    return lookAtFile()
      .mapErr(cannotBeRead)
      .andThen(({ own, named }) => {
        if (named === undefined || !isSameFile(named, own)) return err(lostItsName());
        return lastSeen !== undefined && isUnmodified(own, lastSeen) ? ok() : err(changed());
      });
  }

  function lostItsName(): StorageFailure {
    return failure('was removed or replaced by another program; what is there now is left as it is');
  }

  function changed(): StorageFailure {
    return failure('was changed by another program while it was open; what is there now is left as it is');
  }

  function expectRoomFor(size: number): Result<void, StorageFailure> {
    if (size <= maximumSize) return ok();
    const full = failure(`is full: it may hold ${maximumSize} bytes`);
    return err({ ...full, cause: new RangeError(full.message) });
  }

  async function write(start: number, bytes: Uint8Array): Promise<Result<FileStatus, StorageFailure>> {
    const appended = await appendDurably(file, start, bytes, lookAtFile);
    if (appended.isOk()) {
      // Another program, which the lock does not keep out, may have written or renamed at the same moment.
      const { own, named } = appended.value;
      if (named === undefined || !isSameFile(named, own)) return err(lostItsName());
      return own.size === start + bytes.length ? ok(own) : err(changed());
    }
    const { cause, undone } = appended.error;
    if (undone === undefined) return err(refuse('what a failed write has left on the disk is not known', cause));
    lastSeen = undone;
    return err(cannotBeWritten(cause));
  }

  /** Rewrites a file of another layout, atomically; gives where the next pet goes. */
  function layOutAnew(): ResultAsync<number, StorageFailure> {
    return safeTry(async function* () {
      const replaced = yield* file.status().mapErr(cannotBeRead);
      const text = yield* readAll(file, replaced.size).mapErr(cannotBeRead);
      const outline = outlineDocument(text);
      if (outline.problem !== undefined) return err(changed());
      const content = layOut(text, outline);
      yield* expectRoomFor(content.length);

      const replacement = { realPath, content, replaced, lock, confirm: expectUnchanged };
      const old = file;
      file = yield* replaceFile(fileSystem, replacement, failure);
      void (await old.close()); // its content has no name any more, so nothing depends on it
      end = content.length - closingBytes.length;

      const [synced, status] = await Promise.all([fileSystem.syncDirectory(dirname(realPath)), file.status()]);
      if (synced.isErr()) return err(refuse('its new layout may not be on the disk', synced.error));
      if (status.isErr()) return err(refuse('its new layout cannot be examined', status.error));
      lastSeen = status.value;
      return ok(end);
    });
  }

  function refuse(why: string, cause: FileSystemError): StorageFailure {
    refusal = failure(`takes no more pets until it is opened anew, and goes on being read: ${why}`, cause);
    return refusal;
  }
}
