import { err, ok, safeTry, type Result, type ResultAsync } from 'neverthrow';
import { readAll, writeAll } from './complete-transfer.ts';
import type { FileStatus, FileSystemError, OpenFile } from './file-system.ts';
import { closingBytes } from './pet-file-layout.ts';

/** Why an append failed, and what became of the file. */
export interface AppendFault {
  readonly cause: FileSystemError;
  /** The status of the file, which is as it was before; `undefined` where what it holds is not known. */
  readonly undone: FileStatus | undefined;
}

/**
 * Writes bytes over the closing of a pet file and resolves when they are on the disk. After a failure the closing is put
 * back, on the disk too.
 *
 * @param end where the closing begins
 * @param bytes what stands there from now on, a closing at its end
 * @param look looks at the file once the bytes are on the disk
 */
export async function appendDurably<Look>(
  file: OpenFile,
  end: number,
  bytes: Uint8Array,
  look: () => ResultAsync<Look, FileSystemError>,
): Promise<Result<Look, AppendFault>> {
  const written = await writeAll(file, bytes, end);
  if (written.isErr()) return err({ cause: written.error, undone: await undo(file, end) });

  const synced = await file.syncData();
  if (synced.isErr()) {
    void (await undo(file, end)); // a later sync that succeeds proves nothing of what this one was to bring to the disk
    return err({ cause: synced.error, undone: undefined });
  }
  const looked = await look();
  return looked.isOk() ? ok(looked.value) : err({ cause: looked.error, undone: await undo(file, end) });
}

/** Puts the closing back, where it is not there still; gives the status of the file after it, or `undefined`. */
async function undo(file: OpenFile, end: number): Promise<FileStatus | undefined> {
  const untouched = await statusIfUntouched(file, end);
  return untouched.unwrapOr(undefined) ?? (await putClosingBack(file, end)).unwrapOr(undefined);
}

/** On a full disk a write often fails before its first byte: there is nothing to undo then, and perhaps no way to do it. */
function statusIfUntouched(file: OpenFile, end: number): ResultAsync<FileStatus | undefined, FileSystemError> {
  return safeTry(async function* () {
    const status = yield* file.status();
    if (status.size !== end + closingBytes.length) return ok(undefined);
    const closing = yield* readAll(file, closingBytes.length, end);
    return ok(closingBytes.equals(closing) ? status : undefined);
  });
}

/**
 * A failure of one step does not keep the next from being tried, for each of them alone hides what the append has written
 * from the next opening.
 */
function putClosingBack(file: OpenFile, end: number): ResultAsync<FileStatus, FileSystemError> {
  return safeTry(async function* () {
    const truncated = await file.truncate(end + closingBytes.length);
    const closed = await writeAll(file, closingBytes, end);
    yield* truncated;
    yield* closed;
    yield* file.syncData();
    return file.status();
  });
}
