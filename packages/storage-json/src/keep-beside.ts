import { dirname } from 'node:path';
import { errAsync, ok, safeTry, type ResultAsync } from 'neverthrow';
import { writeAll } from './complete-transfer.ts';
import type { FileSystem, FileSystemError, OpenFile } from './file-system.ts';

/**
 * Writes bytes to a new file beside another one, `pets.json.torn`, or `pets.json.torn.1` and so on if that is there
 * already; only its owner can read it. It resolves to its path when it is on the disk.
 */
export function keepBeside(
  fileSystem: FileSystem,
  realPath: string,
  bytes: Uint8Array,
): ResultAsync<string, FileSystemError> {
  return safeTry(async function* () {
    const { path, file } = yield* openNew(0);
    const written = await writeAll(file, bytes, 0).andThen(() => file.sync());
    yield* file.close();
    yield* written;
    yield* fileSystem.syncDirectory(dirname(path));
    return ok(path);
  });

  function openNew(count: number): ResultAsync<{ path: string; file: OpenFile }, FileSystemError> {
    const path = `${realPath}.torn${count === 0 ? '' : `.${count}`}`;
    return fileSystem
      .open(path, 'temporary')
      .map((file) => ({ path, file }))
      .orElse((error) => (error.code === 'EEXIST' ? openNew(count + 1) : errAsync(error)));
  }
}
