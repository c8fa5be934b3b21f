import type { FileSystem, OpenFile } from './file-system.ts';
import { writeAll } from './file-system.ts';

/**
 * Creates a file that only its owner can read, writes its content and finishes it. If one of these fails, it removes the file.
 *
 * @returns the file, which is still open unless `finish` closed it
 */
export async function createFile(
  fileSystem: FileSystem,
  path: string,
  content: Uint8Array,
  finish: (file: OpenFile) => Promise<void>,
): Promise<OpenFile> {
  const file = await fileSystem.open(path, 'wx+', 0o600);
  try {
    await writeAll(file, content, 0);
    await finish(file);
    return file;
  } catch (error) {
    await Promise.allSettled([file.close(), fileSystem.rm(path, { force: true })]); // the first error counts
    throw error;
  }
}
