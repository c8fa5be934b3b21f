import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Packages that cannot be bundled: each looks for files of its own. */
const external = ['fs-native-extensions', 'pg'];

/**
 * Bundles a TypeScript program from the sources into one file, which starts several times faster than the sources through tsx.
 * It is removed after the tests of the file that calls this.
 *
 * @param assets a folder that the program finds at `../assets`, from the bundle
 * @returns the path of the bundle
 */
export async function bundleProgram(entry: string, { assets }: { assets?: string } = {}): Promise<string> {
  const cache = join(root, 'node_modules/.cache'); // below node_modules, so that the external packages are found
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'petstore-program-'));
  afterAll(() => rm(folder, { recursive: true }));
  const outfile = join(folder, 'bundle/program.js');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    external,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@petstore/source'],
    sourcemap: 'inline',
  });
  if (assets !== undefined) await symlink(assets, join(folder, 'assets'));
  return outfile;
}
