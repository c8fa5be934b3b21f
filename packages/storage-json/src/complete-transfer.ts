import { errAsync, ok, okAsync, safeTry, type ResultAsync } from 'neverthrow';
import type { FileSystemError, OpenFile } from './file-system.ts';

/** Reads from a position, in as many reads as it takes; gives less only where the file ends before. */
export function readAll(file: OpenFile, size: number, position = 0): ResultAsync<Buffer, FileSystemError> {
  return safeTry(async function* () {
    const bytes = Buffer.allocUnsafe(size);
    let length = 0;
    while (length < size) {
      const count = yield* file.read(bytes.subarray(length), position + length);
      if (count === 0) break;
      length += count;
    }
    return ok(bytes.subarray(0, length));
  });
}

/** Writes all the bytes, in as many writes as it takes. After a failure some of them may have been written. */
export function writeAll(file: OpenFile, bytes: Uint8Array, position: number): ResultAsync<void, FileSystemError> {
  return file.write(bytes, position).andThen((count) => {
    if (count === bytes.length) return okAsync();
    if (count === 0) return errAsync(new Error('nothing was written, for no reason given'));
    return writeAll(file, bytes.subarray(count), position + count);
  });
}
