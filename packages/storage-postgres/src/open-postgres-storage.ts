import {
  checkOptionNames,
  longestTimeout,
  type PetStorage,
  type ResultAsync,
  type StorageFailure,
} from '@petstore/core';
import { isRefusedForNow } from './acquire.ts';
import { ensureTable } from './ensure-table.ts';
import { createFailures } from './failures.ts';
import { isPool } from './is-pool.ts';
import { createPool } from './own-pool.ts';
import { createStorage } from './postgres-storage.ts';
import { createRunner } from './runner.ts';
import { describeServer, isAddress, parameterOf } from './server-address.ts';
import { quoteTableName } from './table-name.ts';

/** A `Pool` of `pg` 8.21 or later. It does not have the type of `pg`, because users may not have those types. */
export interface PostgresPool {
  /** What the pool was created with. */
  readonly options: { readonly connectionTimeoutMillis?: number | undefined };
  /** Resolves with a new or an idle connection. */
  connect(): Promise<unknown>;
}

/** Options of {@link openPostgresStorage}: either a `connectionString` or a `pool` is required. */
export interface PostgresStorageOptions {
  /**
   * The database, as `postgres://user:password@host:port/database`. What it leaves out comes from the variables `PGHOST`,
   * `PGUSER`, `PGPASSWORD` … The storage closes its connections when it is closed.
   */
  readonly connectionString?: string | undefined;
  /**
   * A `Pool` to use instead. The caller ends it. It needs the option `connectionTimeoutMillis`: without it, `pg` waits for ever
   * for a connection to a server that does not answer. Give it a `statement_timeout` below `queryTimeout` too: the server
   * does not notice that a statement was given up, so each one that waits for a lock keeps a connection of the server.
   */
  readonly pool?: PostgresPool | undefined;
  /**
   * How many connections the storage opens at most, with a `connectionString`: an integer of at least 1. By default, the number after
   * `?maxConnections=` in the address, or else 10. If the server has no room for so many, calls wait for those that there are.
   */
  readonly maxConnections?: number | undefined;
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
   * Whether each connection prepares the statements under names; true by default. If a pooler loses a name, such as PgBouncer before 1.21
   * in transaction mode, the storage sends that statement again and uses no names from then on.
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
 * sent again. Later calls make new connections. A statement that conflicts with another transaction is sent up to five times.
 *
 * @returns the storage, which `await using` closes; StorageFailure if the database cannot be reached or the table cannot be used.
 *   No message holds the password
 * @throws TypeError if an option is missing, wrong or unknown; the message names it
 */
export function openPostgresStorage(
  options: PostgresStorageOptions,
): ResultAsync<PetStorage & AsyncDisposable, StorageFailure> {
  checkOptionNames(options, {
    connectionString: true,
    pool: true,
    maxConnections: true,
    table: true,
    createTable: true,
    connectTimeout: true,
    queryTimeout: true,
    namedStatements: true,
  });
  const { table = 'pets', createTable = true, queryTimeout = 5_000, namedStatements = true } = options;
  const tableName = quoteTableName(table);
  check(tableName !== undefined, 'table must be a name, or schema.name, of 1 to 63 bytes each.');
  check(typeof createTable === 'boolean', 'createTable must be true or false.');
  check(typeof namedStatements === 'boolean', 'namedStatements must be true or false.');
  checkTime('queryTimeout', queryTimeout);
  const { server, close, ...pool } = choosePool(options, queryTimeout);

  const failures = createFailures(table, server);
  const run = createRunner(pool, queryTimeout, namedStatements);
  return ensureTable(run, tableName, createTable, failures)
    .map((tableInSql) => createStorage(run, tableInSql, failures, close))
    .orTee(close);
}

/** Returns the pool, where its server is, and what to do with it when the storage is closed. */
function choosePool(options: PostgresStorageOptions, queryTimeout: number) {
  const { connectionString, pool, connectTimeout, maxConnections } = options;
  check(
    (connectionString === undefined) !== (pool === undefined),
    'Exactly one of connectionString or pool must be given.',
  );
  if (connectionString !== undefined) {
    const limit = connectTimeout ?? 5_000;
    checkTime('connectTimeout', limit);
    const server = describeServer(connectionString);
    const inAddress = parameterOf(connectionString, 'maxConnections');
    const max = maxConnections ?? (inAddress === undefined ? 10 : Number(inAddress));
    check(Number.isSafeInteger(max) && max >= 1, 'maxConnections must be an integer of at least 1.');
    const own = createPool(connectionString, max, limit, queryTimeout);
    return { ...own, server, close: () => void own.pool.end() }; // without waiting for a server that may not answer
  }
  check(isPool(pool), 'pool must be a Pool of pg 8.21 or later.');
  check(connectTimeout === undefined, 'With a pool, its connectionTimeoutMillis takes the place of connectTimeout.');
  check(maxConnections === undefined, 'With a pool, its max takes the place of maxConnections.');
  checkTime('connectionTimeoutMillis of the pool', pool.options.connectionTimeoutMillis);
  const address = pool.options.connectionString;
  const server = address !== undefined && isAddress.test(address) ? describeServer(address) : 'PostgreSQL';
  return { pool, mayTryAgain: isRefusedForNow, server, close: () => undefined };
}

function checkTime(option: string, milliseconds: unknown): void {
  check(
    typeof milliseconds === 'number' && milliseconds >= 1 && milliseconds <= longestTimeout,
    `${option} must be a number of milliseconds from 1 to ${longestTimeout}.`,
  );
}

function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(message);
}
