import {
  integer,
  maxTimeout,
  milliseconds,
  parseOptions,
  strictObject,
  type OpenStorage,
  ResultAsync,
  type StorageFailure,
} from '@petstore/core';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { createPool, isPool, usePool, type StoragePool } from './pool.ts';
import { createStorage } from './postgres-storage.ts';
import { createRun } from './run-statement.ts';
import { checkTls, describeServer, isAddress, readParameters } from './server-address.ts';
import { openTable, tableNameSchema } from './table.ts';

/** A `Pool` of `pg` 8.21 or later, described here because users may not have the types of `pg`. */
export interface PostgresPool {
  /** What the pool was created with. */
  readonly options: { readonly connectionTimeoutMillis?: number | undefined };
  /** Resolves with a new or an idle connection. */
  connect(): Promise<unknown>;
}

/** Options of `openPostgresStorage`. Either `connectionString` or `pool` is required. */
export interface PostgresStorageOptions {
  /**
   * The database, as `postgres://user:password@host:port/database`. The variables `PGHOST`, `PGUSER`, `PGPASSWORD` and so on supply
   * what the address leaves out. Closing the storage closes the connections.
   */
  readonly connectionString?: string | undefined;
  /**
   * A `Pool` to use instead. The caller ends it.
   *
   * - The option `connectionTimeoutMillis` is required, because `pg` would wait for ever for a server that does not answer.
   * - Set `statement_timeout` below `queryTimeout`. The server does not notice that a statement was given up: while the table is
   *   locked, each abandoned statement keeps a connection of the server.
   */
  readonly pool?: PostgresPool | undefined;
  /**
   * How many connections the storage opens at most, with a `connectionString`: an integer from 1 to 262,143. The default is the number after
   * `?maxConnections=` in the address, or else 10. If the server has no room for so many, calls share the connections that exist.
   * 1 is for a server that takes one connection at a time, such as PGlite.
   */
  readonly maxConnections?: number | undefined;
  /**
   * The table: `name`, which the search path finds, or `schema.name`. The default is `pets`. Each part has 1 to 63 bytes and is taken
   * as it is, capitals included.
   */
  readonly table?: string | undefined;
  /** Whether to create the table if it is missing. The default is true. With false, nothing is ever created. */
  readonly createTable?: boolean | undefined;
  /**
   * How long to wait for a connection, new or free again, in milliseconds. The default is 5,000. A `pool` has its own limit,
   * `connectionTimeoutMillis`.
   */
  readonly connectTimeout?: number | undefined;
  /** How long to wait for the answer to a statement, in milliseconds. The default is 5,000. */
  readonly queryTimeout?: number | undefined;
}

/**
 * Opens a storage in one table of PostgreSQL. Any number of services on any number of machines can use it at once. A missing table
 * is created, even if several services start at once. A table that cannot hold pets is refused and left as it is. The guide says what
 * becomes of a creation when the database fails.
 *
 * @example
 * ```ts
 * import { createPetStore, unwrap } from 'petstore-kit';
 * import { openPostgresStorage } from 'petstore-kit/postgres';
 *
 * const storage = await unwrap(openPostgresStorage({ connectionString: 'postgres://me:secret@db.example:5432/pets' }));
 * const store = createPetStore({ storage });
 * const rex = await unwrap(store.createPet({ name: 'Rex', categoryId: 1 }));
 * await unwrap(storage.close());
 * ```
 *
 * @returns the storage, which `await using` closes. A StorageFailure if the database cannot be reached or the table cannot be used.
 *   No message contains the password
 * @throws TypeError if an option, or a parameter of the address, is missing, wrong or unknown. The message names it
 */
export function openPostgresStorage(
  options: PostgresStorageOptions,
): ResultAsync<OpenStorage & AsyncDisposable, StorageFailure> {
  const parsed = parseOptions(optionsSchema, options);
  const { server, pool } = choosePool(parsed);
  const run = createRun(pool, server, parsed.queryTimeout);
  const close = () => pool.close();
  return new ResultAsync(openTable(run, server, parsed)).map((table) => createStorage(run, table, close)).orTee(close);
}

/** 262,143 is the max of `max_connections` of PostgreSQL. */
const maxConnectionsSchema = integer(1, 262_143);

const optionsSchema = strictObject({
  connectionString: z.optional(z.string()),
  pool: z.optional(
    z.custom<Pool>(isPool, { error: 'must be a Pool of pg 8.21 or later', abort: true }).check(
      z.refine(({ options }) => z.safeParse(milliseconds(1), options.connectionTimeoutMillis).success, {
        error: `must have the option connectionTimeoutMillis, a number of milliseconds from 1 to ${maxTimeout}`,
      }),
    ),
  ),
  maxConnections: z.optional(maxConnectionsSchema),
  table: z._default(tableNameSchema, 'pets'),
  createTable: z._default(z.boolean(), true),
  connectTimeout: z.optional(milliseconds(1)),
  queryTimeout: z._default(milliseconds(1), 5_000),
});

/** Returns the pool, and where its server is. */
function choosePool(options: z.output<typeof optionsSchema>): { readonly pool: StoragePool; readonly server: string } {
  const { connectionString, pool, connectTimeout } = options;
  if (connectionString !== undefined && pool === undefined) {
    const server = describeServer(connectionString);
    checkTls(connectionString);
    const inAddress = readParameters(connectionString).get('maxConnections');
    const { maxConnections } = parseOptions(strictObject({ maxConnections: maxConnectionsSchema }), {
      maxConnections: options.maxConnections ?? Number(inAddress ?? 10),
    });
    const created = createPool(connectionString, maxConnections, connectTimeout ?? 5_000, options.queryTimeout);
    return { server, pool: created };
  }
  if (pool !== undefined && connectionString === undefined) {
    if (connectTimeout !== undefined) {
      throw new TypeError('connectTimeout must be left out with a pool: set connectionTimeoutMillis of the pool.');
    }
    if (options.maxConnections !== undefined) {
      throw new TypeError('maxConnections must be left out with a pool: set max of the pool.');
    }
    const address = pool.options.connectionString;
    const server = address !== undefined && isAddress(address) ? describeServer(address) : 'PostgreSQL';
    return { server, pool: usePool(pool) };
  }
  throw new TypeError('Exactly one of connectionString or pool must be given.');
}
