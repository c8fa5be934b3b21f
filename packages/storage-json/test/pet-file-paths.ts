import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * Makes a folder that goes when the tests of a file are through.
 *
 * @returns a function that returns the path of a pet file, without symbolic links, in a folder of its own: of a file with
 *   some content, or of none if it is not given
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
