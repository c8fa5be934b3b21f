import { openPostgresStorage, type PostgresStorageOptions } from '@petstore/storage-postgres';
import {
  startPgBouncer,
  startThrowawayPostgres,
  whyNoPgBouncer,
  type ThrowawayPostgres,
} from '@petstore/test-support/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectFrom, openUntilFinished, rex, type PoolOwner } from './tables.ts';

/** Few connections to the server, so that many clients share each. */
const shared = { default_pool_size: 4 };

describe.skipIf(whyNoPgBouncer !== '')(`behind PgBouncer${whyNoPgBouncer}`, () => {
  let server: ThrowawayPostgres;
  let tables = 0;
  beforeAll(async () => {
    server = await startThrowawayPostgres();
  });
  afterAll(() => server.stop());

  const poolers = {
    'in transaction mode': { pool_mode: 'transaction', ...shared },
    'in transaction mode, which ignores statement_timeout': {
      pool_mode: 'transaction',
      ignore_startup_parameters: 'statement_timeout',
      ...shared,
    },
    'in session mode, with fewer connections than a pool has': { pool_mode: 'session', max_client_conn: 3 },
  };
  const modes = Object.keys(poolers) as (keyof typeof poolers)[];
  describe.each(modes)('%s', (mode) => {
    const settings = poolers[mode];
    const owners: readonly PoolOwner[] = ['of the storage', 'of the caller'];
    test.each(owners)('every creation at once succeeds, on a pool %s', async (owner) => {
      const from = connectFrom(owner, await bouncer(settings), 20_000);
      const storage = await open({ ...from, table: newTable() });
      for (let round = 0; round < 3; round++) {
        const created = await Promise.all(Array.from({ length: 60 }, async () => storage.insert(rex)));
        expect(created.filter((result) => result.isErr())).toEqual([]);
        const { id } = created[0]?._unsafeUnwrap() ?? { id: 0 };
        const read = await Promise.all(Array.from({ length: 60 }, async () => storage.findById(id)));
        expect(read.filter((result) => result.isErr())).toEqual([]);
      }
      expect((await storage.list({ limit: 100, status: 'sold' }))._unsafeUnwrap()).toEqual([]);
      expect((await storage.list({ limit: 100 }))._unsafeUnwrap()).toHaveLength(100);
    });
  });

  test('a statement_timeout of the caller that it refuses is named', async () => {
    const connectionString = await bouncer({ pool_mode: 'transaction' });
    const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 20_000, statement_timeout: 4_000 });
    onTestFinished(() => pool.end());
    for (const from of [{ pool }, { connectionString: `${connectionString}?statement_timeout=4000` }]) {
      const opened = await openPostgresStorage({ ...from, table: newTable() });
      expect(opened._unsafeUnwrapErr().message).toMatch(/\(unsupported startup parameter: statement_timeout\)\.$/);
    }
  });

  test('a creation that it drops before the server has it is not stored', async () => {
    const settings = { pool_mode: 'transaction', default_pool_size: 1, query_wait_timeout: 1 };
    const connectionString = await bouncer(settings);
    const storage = await open({ connectionString, connectTimeout: 5_000, table: newTable() });
    const other = new pg.Client(connectionString);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN'); // keeps the only connection of the server
    expect((await storage.insert(rex))._unsafeUnwrapErr()).toMatchObject({
      outcome: 'not_created',
      message: expect.stringMatching(/^The pet was not stored: there was no connection to /) as string,
    });
    await other.query('COMMIT');
    expect((await storage.insert(rex)).isOk()).toBe(true);
    expect((await storage.list({ limit: 5 }))._unsafeUnwrap()).toHaveLength(1);
  });

  const newTable = () => `pets_${(tables += 1)}`;

  async function bouncer(settings: Readonly<Record<string, string | number>>): Promise<string> {
    const { connectionString, stop } = await startPgBouncer(server.connectionString, settings);
    onTestFinished(stop);
    return connectionString;
  }

  const open = (options: PostgresStorageOptions) => openUntilFinished({ queryTimeout: 60_000, ...options });
});
