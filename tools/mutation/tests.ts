import { readdirSync } from 'node:fs';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, test } from 'vitest';

/** The tests that run on the mutants of a package. */
const folders: Readonly<Record<string, readonly string[]>> = {
  core: ['packages/core/src'],
  'storage-memory': ['packages/storage-memory/src'],
  http: ['packages/http/src', 'packages/http/test'],
  'storage-json': ['packages/storage-json/src', 'packages/storage-json/test'],
  client: ['packages/client/src', 'packages/client/test'],
  'http-node': ['packages/http-node/src', 'packages/http-node/test'],
  'petstore-kit': ['packages/petstore-kit/src'],
  'storage-postgres': ['packages/storage-postgres/src', 'packages/storage-postgres/test'],
};

/** Tests of the tests themselves, and tests that start processes or take long. */
const leftOut = /kills|locks|full-disk|crashes|contracts|million-pets|generated-client|hostile-(crowds|timeouts)/;

const root = fileURLToPath(new URL('../..', import.meta.url));

fc.configureGlobal({ endOnFailure: true, seed: 7 }); // a counterexample need not be small, but must be found again

// One file for all tests, because each file costs a start of a worker and an import of the sources per mutant.
for (const folder of folders[env.MUTATED_PACKAGE ?? ''] ?? []) {
  const files = readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);
  // Of the system tests, those of PostgreSQL run: its storage has few others.
  const runs = folder.includes('postgres') ? /[.]test[.]ts$/ : /(?<![.]system)[.]test[.]ts$/;
  for (const file of files.filter((name) => runs.test(name) && !leftOut.test(name))) {
    describe(file, async () => {
      await import(root + file).catch((error: unknown) => {
        test('can be loaded', () => {
          throw error;
        });
      });
    });
  }
}
