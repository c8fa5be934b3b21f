import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './documents.ts';
import { environment, packPackage } from './installed-project.ts';
import { readManifest } from './manifest.ts';

/** A project that has installed the package with pnpm: its modules see nothing that it did not install itself. */
export interface PnpmProject {
  readonly folder: string;
  /** Runs a program in the project. Returns what it prints. */
  run(program: string, args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Makes a CommonJS project and installs the packed package in it, and what their types need.
 *
 * @param pnpm the script of pnpm
 */
export async function createPnpmProject(pnpm: string): Promise<PnpmProject> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-pnpm-'));
  const run = async (program: string, args: readonly string[]) =>
    (await promisify(execFile)(program, args, { cwd: folder, env: environment() })).stdout;

  const dependencies = { 'petstore-kit': `file:${await packPackage(join(folder, 'tarball'))}` };
  const devDependencies = Object.fromEntries(['@types/node', 'fast-check'].map((name) => [name, versionOf(name)]));
  const manifest = { name: 'project', private: true, type: 'commonjs', dependencies, devDependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run(process.execPath, [pnpm, 'install', '--silent', '--store-dir', join(folder, 'store')]);
  return { folder, run, remove: () => rm(folder, { recursive: true }) };
}

/** The version that this repository uses. */
function versionOf(name: string): string {
  return readManifest(join(root, 'node_modules', name)).version ?? '';
}
