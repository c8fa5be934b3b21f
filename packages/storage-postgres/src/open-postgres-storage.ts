import type { PetStorage, StorageFailure } from '@petstore/core';
import { err, errAsync, ResultAsync } from 'neverthrow';
import { ensureTable } from './ensure-table.ts';
import { failuresOf } from './failure.ts';
import { borrowPool, createPool, type PostgresPool } from './pool.ts';
import { createStorage } from './postgres-storage.ts';
import { createRunner } from './runner.ts';
import { describeServer } from './server-address.ts';
import { parseTableName } from './table-name.ts';
import { timeLimits } from './time-limits.ts';

/** Where a PostgreSQL storage keeps its pets: either a `connectionString` or a `pool`, and a table. */
export interface PostgresStorageOptions {
  /**
   * The database, as `postgres://user:password@host:port/database`. What it leaves out comes from the variables `PGHOST`,
   * `PGUSER`, `PGPASSWORD` … The storage holds at most ten connections of its own, and closes them with itself.
   */
  readonly connectionString?: string | undefined;
  /**
   * A `Pool` of `pg` to use instead. `close` does not end it. It needs `connectionTimeoutMillis`: without it, `pg` waits
   * for ever for a connection to a server that does not answer.
   */
  readonly pool?: PostgresPool | undefined;
  /**
   * The table: `name`, which the search path looks up, or `schema.name`; `pets` by default. Each part is taken as it is,
   * capitals included, and holds at most 63 bytes.
   */
  readonly table?: string | undefined;
  /** Whether to create the table where it is missing; true by default. With false, nothing is ever created. */
  readonly createTable?: boolean | undefined;
  /**
   * How long to wait for a connection, new or free again, in milliseconds; 5,000 by default. Not with a `pool`, whose
   * `connectionTimeoutMillis` says it.
   */
  readonly connectTimeout?: number | undefined;
  /** How long to wait for the answer to a statement, in milliseconds; 5,000 by default. */
  readonly queryTimeout?: number | undefined;
  /**
   * Whether statements are prepared under names, once for each connection; true by default. False is for poolers that do
   * not pass names on, such as PgBouncer before 1.21 in transaction mode.
   */
  readonly namedStatements?: boolean | undefined;
}

/**
 * Opens a storage in one table of PostgreSQL, for any number of services on any number of machines. The table is created
 * where it is missing, also where several services start at once. One that cannot hold pets is refused and left as it is.
 *
 * A pet whose creation resolves is committed, and every service sees it. Ids are unique, are never reused, and have gaps;
 * a creation that begins after another one has resolved gets a greater id. Of creations that run at the same time, one
 * with a greater id may be seen first.
 *
 * Where the connection breaks in the middle of a creation, its outcome is unknown: the failure says so, and the creation is
 * not sent again. The next call connects anew. A statement that conflicts with another transaction is sent up to five times.
 *
 * @returns the storage; StorageFailure where the database cannot be reached or the table cannot be used. No message holds
 *   the password
 * @throws TypeError for a wrong option, naming it
 */
export function openPostgresStorage(options: PostgresStorageOptions): ResultAsync<PetStorage, StorageFailure> {
  const { connectionString, pool, table = 'pets', createTable = true, namedStatements = true } = options;
  const tableName = parseTableName(table);
  if (tableName === undefined) {
    throw new TypeError('table must be a name, or schema.name, of 1 to 63 bytes each.');
  }
  if (typeof createTable !== 'boolean') throw new TypeError('createTable must be true or false.');
  if (typeof namedStatements !== 'boolean') throw new TypeError('namedStatements must be true or false.');
  if ((connectionString === undefined) === (pool === undefined)) {
    throw new TypeError('Either connectionString or pool must be given, and not both.');
  }
  if (pool !== undefined && typeof (pool as PostgresPool | null)?.connect !== 'function') {
    throw new TypeError('pool must be a Pool of pg.');
  }
  if (pool !== undefined && !pool.options.connectionTimeoutMillis) {
    throw new TypeError(
      'pool must have the option connectionTimeoutMillis: without it, calls wait for ever for a database that is away.',
    );
  }
  if (pool !== undefined && options.connectTimeout !== undefined) {
    throw new TypeError(
      'connectTimeout is not for a pool: set the option connectionTimeoutMillis of the pool instead.',
    );
  }
  const limits = timeLimits({
    ...options,
    connectTimeout: pool?.options.connectionTimeoutMillis ?? options.connectTimeout,
  });
  if (connectionString !== undefined && !/^postgres(?:ql)?:\/\//.test(connectionString)) {
    throw new TypeError('connectionString must be an address that begins with postgres:// or postgresql://.');
  }

  const described = describeServer(connectionString, pool);
  const failures = failuresOf(table, described.unwrapOr('PostgreSQL'), limits);
  if (described.isErr()) return errAsync(failures.ofOpening({ kind: 'unsent', error: described.error }));

  const held = pool === undefined ? createPool(connectionString ?? '', limits) : borrowPool(pool);
  const run = createRunner(held.pool, limits.queryTimeout);
  return ensureTable(run, tableName, createTable, failures)
    .map((tableInSql) =>
      createStorage({ run, table: tableInSql, namedStatements, failures, close: () => held.close() }),
    )
    .orElse((failure) => ResultAsync.fromSafePromise(held.close()).andThen(() => err(failure)));
}
