// Runs once before the system tests: starts the PostgreSQL server that the files share, and makes the folder for the programs that
// they bundle.
import { provideDatabase } from '@petstore/test-support/postgres';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';

export default async function setUp(): Promise<() => Promise<void>> {
  // As root, some tests start processes as another user, who must reach their files.
  if (process.getuid?.() === 0 && !othersMayEnter(tmpdir())) env.TMPDIR = '/tmp';

  const cache = join(import.meta.dirname, '../node_modules/.cache'); // there, programs find the packages that are not bundled
  await mkdir(cache, { recursive: true });
  const programs = await mkdtemp(join(cache, 'petstore-programs-'));
  env.PETSTORE_TEST_FOLDER = programs; // read by bundleProgram()

  const database = await provideDatabase();
  env.PETSTORE_TEST_POSTGRES = database.connectionString; // read by provideDatabase() in each test file
  return async () => {
    await database.stop();
    await rm(programs, { recursive: true });
  };
}

function othersMayEnter(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || othersMayEnter(parent));
}
