// Tests the PostgreSQL of the npm package, also on machines with an installed one, which the other tests prefer.
import { startThrowawayPostgres } from '@petstore/test-support/postgres';
import { createPetStore, unwrap } from '@petstore/core';
import { petStoreContract } from '@petstore/core/contract';
import { openPostgresStorage } from '@petstore/storage-postgres';
import { slowRuns } from '@petstore/test-support/runs';
import { afterAll, beforeAll, test, vi } from 'vitest';

let connectionString = '';

beforeAll(async () => {
  vi.stubEnv('PETSTORE_TEST_PROGRAMS', 'npm');
  const server = await startThrowawayPostgres();
  ({ connectionString } = server);
  return () => server.stop();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

test.each(petStoreContract)('on PostgreSQL from npm, $name', ({ run }) => run({ open: openPetStore, runs: slowRuns }));

let tables = 0;

async function openPetStore() {
  const table = `pets_${(tables += 1)}`;
  const open = async () => await unwrap(openPostgresStorage({ connectionString, table }));
  let storage = await open();
  return {
    store: createPetStore({ storage }),
    async reopen() {
      void (await storage.close());
      storage = await open();
      return createPetStore({ storage });
    },
    close: async () => storage.close(),
  };
}
