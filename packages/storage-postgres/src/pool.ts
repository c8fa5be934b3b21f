import { Socket } from 'node:net';
import { Pool } from 'pg';
import type { Value } from './statement.ts';
import type { TimeLimits } from './time-limits.ts';

/** What this storage uses of a connection of `pg`. */
export interface PostgresConnection {
  /** Sends a query; rejects with the database's error, or the connection's. */
  query(query: PostgresQuery): Promise<{ readonly rows: unknown[] }>;
  /** Listens for the loss of the connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Stops listening. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** Returns the connection to its pool, which ends it if an error is given. */
  release(error?: Error): void;
  /** The protocol layer, to cut off a connection whose other side does not answer. */
  readonly connection?: PostgresWire;
}

/** What this storage uses of the protocol layer of a connection of `pg`. */
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
  /** What the pool was made with. */
  readonly options: { readonly connectionTimeoutMillis?: number | undefined };
  /** Resolves with a new or an idle connection. */
  connect(): Promise<PostgresConnection>;
  /** Listens for the loss of an idle connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens for each new connection. */
  on(event: 'connect', listener: (connection: PostgresConnection) => void): unknown;
  /** Stops listening. */
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  /** Stops listening. */
  removeListener(event: 'connect', listener: (connection: PostgresConnection) => void): unknown;
}

/** A pool, and how to close it. */
export interface HeldPool {
  readonly pool: PostgresPool;
  /** Never rejects, and waits at most `connectTimeout` for a server that does not answer. */
  close(): Promise<void>;
}

/**
 * Creates a pool of at most ten connections. The server itself is told to stop a statement after nine tenths of
 * `queryTimeout`: its answer says that nothing was done, but a connection that is cut off leaves that open.
 */
export function createPool(connectionString: string, { connectTimeout, queryTimeout }: TimeLimits): HeldPool {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: Math.ceil(queryTimeout * 0.9),
    fallback_application_name: 'petstore',
    keepAlive: true,
    allowExitOnIdle: true, // as with the other storages, a process that has nothing else to do may end
    stream() {
      const socket = new GuardedSocket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  ignorePoolErrors(pool);

  return {
    pool,
    // Only the sockets tell when a connection is over: the events of the pool also tell of errors, at any moment.
    async close() {
      void pool.end();
      const closed = Array.from(sockets, (socket) => new Promise((resolve) => socket.once('close', resolve)));
      const forceCloseTimer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, connectTimeout);
      await Promise.all(closed);
      clearTimeout(forceCloseTimer);
    },
  };
}

/** Ends the connection, and not the process, if `pg` throws while it reads: it does for the authentication GSSAPI. */
class GuardedSocket extends Socket {
  override emit(event: string, ...values: readonly unknown[]): boolean {
    try {
      return super.emit(event, ...values);
    } catch (error) {
      this.destroy(error as Error);
      return true;
    }
  }
}

/** Uses a pool of the caller, and leaves it open. */
export function borrowPool(pool: PostgresPool): HeldPool {
  ignorePoolErrors(pool);
  return { pool, close: () => Promise.resolve() };
}

/**
 * Keeps the process alive when a connection is lost: Node ends it if nobody listens for the error. The listeners stay for
 * good, because the server can end a connection at any moment, even while the pool is being closed.
 */
function ignorePoolErrors(pool: PostgresPool): void {
  pool.removeListener('error', ignoreError); // one is enough
  pool.on('error', ignoreError);
  pool.removeListener('connect', ignoreErrors);
  pool.on('connect', ignoreErrors);
}

/**
 * Ignores the loss of a connection: its statement fails, or the next one gets another connection. A new connection needs
 * this at once, because the server may end it in the very bytes that accept it.
 */
export function ignoreErrors(connection: PostgresConnection): void {
  connection.removeListener('error', ignoreError); // one is enough
  connection.on('error', ignoreError);
}

function ignoreError(): void {
  // see ignoreErrors
}
