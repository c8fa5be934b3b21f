import { err, ResultAsync, type PetStorage, type StorageFailure } from '@petstore/core';
import { checkOptionNames, longestTimeout } from '@petstore/core/internal';
import { ensureTable } from './ensure-table.ts';
import { createFailures } from './failures.ts';
import { createPool, type PostgresPool, type TimeLimits } from './pool.ts';
import { createStorage } from './postgres-storage.ts';
import { createRunner } from './runner.ts';
import { describeServer } from './server-address.ts';
import { quoteTableName } from './table-name.ts';

/** Options of {@link openPostgresStorage}: either a `connectionString` or a `pool` is required. */
export interface PostgresStorageOptions {
  /**
   * The database, as `postgres://user:password@host:port/database`. What it leaves out comes from the variables `PGHOST`,
   * `PGUSER`, `PGPASSWORD` … The storage opens at most ten connections, and closes them when it is closed.
   */
  readonly connectionString?: string | undefined;
  /**
   * A `Pool` of `pg` 8.21 or later to use instead. The caller ends it. It needs the option `connectionTimeoutMillis`: without it, `pg` waits
   * for ever for a connection to a server that does not answer. Give it a `statement_timeout` below `queryTimeout` too: the server
   * does not notice that a statement was given up, so each one that waits for a lock keeps a connection of the server.
   */
  readonly pool?: PostgresPool | undefined;
  /**
   * The table: `name`, which the search path looks up, or `schema.name`; `pets` by default. Each part is taken as it is,
   * capitals included, and has at most 63 bytes.
   */
  readonly table?: string | undefined;
  /** Whether to create the table if it is missing; true by default. With false, nothing is ever created. */
  readonly createTable?: boolean | undefined;
  /**
   * How long to wait for a connection, new or free again, in milliseconds; 5,000 by default. For a `pool`, its
   * `connectionTimeoutMillis` is used instead.
   */
  readonly connectTimeout?: number | undefined;
  /** How long to wait for the answer to a statement, in milliseconds; 5,000 by default. */
  readonly queryTimeout?: number | undefined;
  /**
   * Whether each connection prepares the statements under names; true by default. Use false behind a pooler that does not
   * support this, such as PgBouncer before 1.21 in transaction mode.
   */
  readonly namedStatements?: boolean | undefined;
}

/**
 * Opens a storage in one table of PostgreSQL, for any number of services on any number of machines. The table is created if
 * it is missing, even if several services start at once. A table that cannot hold pets is refused and left as it is.
 *
 * A pet whose creation resolves is committed, and every service sees it. Ids are unique, are never reused, and have gaps;
 * a creation that begins after another one has resolved gets a greater id. Of creations that run at the same time, one
 * with a greater id may be seen first.
 *
 * If the connection breaks in the middle of a creation, its outcome is unknown: the failure says so, and the creation is not
 * sent again. The next call makes a new connection. A statement that conflicts with another transaction is sent up to five times.
 *
 * @returns the storage, which `await using` closes; StorageFailure if the database cannot be reached or the table cannot be used.
 *   No message holds the password
 * @throws TypeError if an option is missing, wrong or unknown; the message names it
 */
export function openPostgresStorage(
  options: PostgresStorageOptions,
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  const limits = checkOptions(options);
  const { connectionString, pool, table = 'pets', createTable = true, namedStatements = true } = options;
  const tableName = quoteTableName(table);
  if (tableName === undefined) throw new TypeError('table must be a name, or schema.name, of 1 to 63 bytes each.');
  const failures = createFailures(table, describeServer(connectionString, pool), limits);
  const { pool: usedPool, close } =
    pool === undefined ? createPool(connectionString ?? '', limits) : { pool, close: () => Promise.resolve() };
  const run = createRunner(usedPool, limits.queryTimeout, namedStatements);
  return ensureTable(run, tableName, createTable, failures)
    .map((tableInSql) => createStorage(run, tableInSql, failures, close))
    .orElse((failure) => ResultAsync.fromSafePromise(close()).andThen(() => err(failure)));
}

/** Checks the options, except the table and the address, and returns the time limits. */
function checkOptions(options: PostgresStorageOptions): TimeLimits {
  checkOptionNames(options, {
    connectionString: true,
    pool: true,
    table: true,
    createTable: true,
    connectTimeout: true,
    queryTimeout: true,
    namedStatements: true,
  });
  const { connectionString, pool, createTable = true, connectTimeout, queryTimeout, namedStatements = true } = options;
  check(typeof createTable === 'boolean', 'createTable must be true or false.');
  check(typeof namedStatements === 'boolean', 'namedStatements must be true or false.');
  check(
    (connectionString === undefined) !== (pool === undefined),
    'Exactly one of connectionString or pool must be given.',
  );
  if (pool === undefined) {
    check(
      /^postgres(?:ql)?:\/\//.test(connectionString ?? ''),
      'connectionString must be an address that begins with postgres:// or postgresql://.',
    );
  } else {
    const { connect, options: poolOptions } = (pool as Partial<PostgresPool> | null) ?? {};
    check(typeof connect === 'function' && poolOptions !== undefined, 'pool must be a Pool of pg.');
    check(
      connectTimeout === undefined && Number(poolOptions.connectionTimeoutMillis) > 0,
      'With a pool, connectTimeout must be left out, and the pool must have the option connectionTimeoutMillis: ' +
        'without it, calls wait for ever while the database is away.',
    );
  }
  return {
    connectTimeout:
      pool === undefined
        ? checkTime('connectTimeout', connectTimeout)
        : checkTime('connectionTimeoutMillis of the pool', pool.options.connectionTimeoutMillis),
    queryTimeout: checkTime('queryTimeout', queryTimeout),
  };
}

function checkTime(option: string, milliseconds: unknown = 5_000): number {
  check(
    typeof milliseconds === 'number' && milliseconds >= 1 && milliseconds <= longestTimeout,
    `${option} must be a number of milliseconds from 1 to ${longestTimeout}.`,
  );
  return milliseconds;
}

function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(message);
}
