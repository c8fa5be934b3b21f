import { once } from 'node:events';
import { Pool, type PoolClient } from 'pg';
import type { Value } from './statement.ts';
import type { TimeLimits } from './time-limits.ts';

/** What this storage uses of a connection of `pg`. */
export interface PostgresConnection {
  /** Sends a query; rejects with the database's error, or the connection's. */
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[] }>;
  /** Listens for the loss of the connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens no more. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** Gives the connection back to its pool, which ends it where an error is given. */
  release(error?: Error): void;
  /** What is below, to cut off a connection whose other side does not answer. */
  readonly connection?: PostgresWire;
}

/** What this storage uses of the protocol below a connection of `pg`. */
export interface PostgresWire {
  /** The socket. */
  readonly stream: { destroy(): unknown };
}

/** A query as `pg` takes it; `query_timeout` is in its documentation, and not yet in its types. */
export interface PostgresQuery {
  text: string;
  values: Value[];
  name?: string;
  rowMode: 'array';
  types: { getTypeParser(): (text: string) => string };
  query_timeout: number;
}

/** What this storage uses of a pool of `pg`; a `Pool` is one. */
export interface PostgresPool {
  /** Hands out a connection, new or free again. */
  connect(): Promise<PostgresConnection>;
  /** Listens for the loss of a connection that nobody uses. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens for each new connection. */
  on(event: 'connect', listener: (connection: PostgresConnection) => void): unknown;
  /** Listens no more. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens no more. */
  removeListener(event: 'connect', listener: (connection: PostgresConnection) => void): unknown;
}

/** A pool, and how to let go of it. */
export interface HeldPool {
  readonly pool: PostgresPool;
  /** Never rejects, and does not wait for a server that is gone. */
  close(): Promise<void>;
}

/** How much longer the pool itself waits for a connection than its users do: it only has to clear up. */
const spareTime = 100;

/**
 * Makes a pool of at most ten connections. The server itself is told to stop a statement when nine tenths of its time are
 * over: its answer says that nothing was done, where a connection that is cut off leaves that open.
 */
export function createPool(connectionString: string, { connectTimeout, queryTimeout }: TimeLimits): HeldPool {
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: connectTimeout + spareTime,
    statement_timeout: Math.ceil(queryTimeout * 0.9),
    fallback_application_name: 'petstore',
    keepAlive: true,
    allowExitOnIdle: true, // as with the other storages, a process that has nothing else to do may end
  });
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => clients.add(client)).on('remove', (client) => clients.delete(client));
  keepThroughLosses(pool);

  return {
    pool,
    async close() {
      await pool.end(); // it has told every connection to end, and waits for none
      const impatience = setTimeout(() => {
        for (const client of clients) client.connection.stream.destroy();
      }, connectTimeout);
      while (clients.size > 0) await once(pool, 'remove');
      clearTimeout(impatience);
    },
  };
}

/** Uses a pool of the caller's, and leaves it open. */
export function borrowPool(pool: PostgresPool): HeldPool {
  keepThroughLosses(pool);
  return {
    pool,
    close() {
      pool.removeListener('error', ignoreLoss);
      pool.removeListener('connect', keepThroughLoss);
      return Promise.resolve();
    },
  };
}

function keepThroughLosses(pool: PostgresPool): void {
  pool.on('error', ignoreLoss);
  pool.on('connect', keepThroughLoss);
}

/**
 * Keeps the process through the loss of a connection, for Node ends it where nobody listens. A new connection needs it at
 * once: the server may refuse further service in the very bytes that accept it, before its user has got hold of it.
 */
export function keepThroughLoss(connection: PostgresConnection): void {
  connection.removeListener('error', ignoreLoss); // one is enough
  connection.on('error', ignoreLoss);
}

/** Undoes {@link keepThroughLoss}. */
export function leaveToItself(connection: PostgresConnection): void {
  connection.removeListener('error', ignoreLoss);
}

function ignoreLoss(): void {
  // its statement has failed, or the next one gets another connection
}
