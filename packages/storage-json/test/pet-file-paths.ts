import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * Makes a folder that is removed after the tests of a file.
 *
 * @returns a function that returns the path of a pet file, without symbolic links, in a folder of its own. If it gets a content,
 *   it creates the file
 */
export async function petFilePaths(): Promise<(content?: string | Uint8Array) => Promise<string>> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'petstore-json-')));
  await chmod(parent, 0o755);
  afterAll(() => rm(parent, { recursive: true, force: true }));
  let count = 0;

  return async (content) => {
    const folder = join(parent, String(++count));
    await mkdir(folder);
    const path = join(folder, 'pets.json');
    if (content !== undefined) await writeFile(path, content);
    return path;
  };
}
