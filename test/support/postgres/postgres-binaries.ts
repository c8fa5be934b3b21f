import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where packages put the programs of a PostgreSQL server without adding them to the PATH: a folder for each version. */
const packageFolders = [
  { parent: '/usr/lib/postgresql', versions: /^[0-9.]+$/, bin: 'bin' }, // Debian, Alpine
  { parent: '/usr', versions: /^pgsql-[0-9.]+$/, bin: 'bin' }, // Red Hat
  { parent: '/opt/homebrew/opt', versions: /^postgresql/, bin: 'bin' }, // macOS
  { parent: '/usr/local/opt', versions: /^postgresql/, bin: 'bin' }, // macOS on Intel
];

/**
 * Finds the folder of the programs of a PostgreSQL server.
 *
 * @throws Error with a sentence that says what to do, where this machine has none
 */
export function findPostgresBinaries(): string {
  const found = candidates().find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
  if (found !== undefined) return found;
  throw new Error(
    'These tests need a PostgreSQL server: install one (on Debian: apt-get install postgresql), ' +
      'or name a running one in the variable PETSTORE_TEST_POSTGRES, as postgres://user:password@host:port/database.',
  );
}

function candidates(): readonly string[] {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return [
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...(status === 0 ? [stdout.trim()] : []),
    ...packageFolders.flatMap(({ parent, versions, bin }) =>
      (existsSync(parent) ? readdirSync(parent) : [])
        .filter((name) => versions.test(name))
        .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
        .map((name) => join(parent, name, bin)),
    ),
  ];
}
