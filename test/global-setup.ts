// Runs once before all test files: chooses the seed of the run, starts the PostgreSQL server that the files share, and makes the
// folder for the programs that they bundle. After the files, it prints what the short run drew.
import { provideDatabase } from '@petstore/test-support/postgres';
import { drawnFile, drawsTests, isWholeRun } from '@petstore/test-support/short-run';
import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';

export default async function setUp(): Promise<() => Promise<void>> {
  env.PETSTORE_TEST_SEED ??= String(randomInt(2 ** 31));
  const share = drawsTests ? ', and a tenth of the tests in test/ of each package' : '';
  if (!isWholeRun)
    console.log(`A short run: a tenth of the repetitions${share}. CI runs all of them: npm run test:all.`);
  console.log(`To repeat the random inputs of this run: PETSTORE_TEST_SEED=${env.PETSTORE_TEST_SEED}`);

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
    const drawn = await readFile(drawnFile(), 'utf8').catch(() => ''); // nothing was drawn
    const lines = [...new Set(drawn.trimEnd().split('\n'))].sort();
    if (drawn !== '') console.log(`Drawn for the short run:\n${lines.join('\n')}`);
    await rm(programs, { recursive: true });
  };
}

function othersMayEnter(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || othersMayEnter(parent));
}
