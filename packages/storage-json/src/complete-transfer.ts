import { err, ok, safeTry, type Result, type ResultAsync } from 'neverthrow';
import type { FileSystemError, OpenFile } from './file-system.ts';

/** A write that failed after some of its bytes were written. */
export interface IncompleteWrite {
  /** How many bytes were written before. */
  readonly written: number;
  readonly cause: FileSystemError;
}

/** Reads a file from its start, in as many reads as it takes; gives less only where the file is shorter. */
export function readAll(file: OpenFile, size: number): ResultAsync<Buffer, FileSystemError> {
  return safeTry(async function* () {
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const count = yield* file.read(bytes.subarray(length), length);
      if (count === 0) break;
      length += count;
    }
    return ok(bytes.subarray(0, length));
  });
}

/** Writes all the bytes, in as many writes as it takes. */
export async function writeAll(
  file: OpenFile,
  bytes: Uint8Array,
  position: number,
): Promise<Result<void, IncompleteWrite>> {
  let written = 0;
  while (written < bytes.length) {
    const result = await file.write(bytes.subarray(written), position + written);
    if (result.isErr()) return err({ written, cause: result.error });
    if (result.value === 0) return err({ written, cause: new Error('nothing was written, for no reason given') });
    written += result.value;
  }
  return ok();
}
