import type { PostgresConnection, PostgresPool } from './pool.ts';

/** What the storages on a pool know of its outages. */
export interface WatchedPool {
  /** How many outages there were. */
  outages: number;
  /** For each connection, how many there were when it was made or last answered. */
  readonly outagesBefore: WeakMap<PostgresConnection, number>;
}

const watched = new WeakMap<PostgresPool, WatchedPool>();

/**
 * Watches a pool, once for all storages on it. Node ends the process if a connection is lost and nothing listens for its error:
 * the statement of the connection fails, or the next one gets another connection. The listeners stay, because the server can
 * end a connection at any moment, even in the packet that accepts it or while the pool is being closed.
 */
export function watchPool(pool: PostgresPool): WatchedPool {
  const known = watched.get(pool);
  if (known !== undefined) return known;
  const state: WatchedPool = { outages: 0, outagesBefore: new WeakMap() };
  watched.set(pool, state);
  pool.on('error', () => undefined);
  pool.on('connect', (connection) => {
    ignoreErrors(connection);
    state.outagesBefore.set(connection, state.outages);
  });
  return state;
}

/** Keeps the process alive when a connection is lost; see {@link watchPool}. */
export function ignoreErrors(connection: PostgresConnection): void {
  if (ignored.has(connection)) return;
  ignored.add(connection);
  connection.on('error', () => undefined);
}

/** The connections that have the listener. */
const ignored = new WeakSet<PostgresConnection>();
