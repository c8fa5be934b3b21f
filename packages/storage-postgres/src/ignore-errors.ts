import type { Pool, PoolClient } from 'pg';

/**
 * Keeps the process alive when a connection of a pool is lost: Node ends a process that does not listen for the error. The
 * statement of the connection fails, or the next one gets another connection. The listeners stay, because the server can end a
 * connection at any moment, even in the packet that accepts it or while the pool is being closed. Each is added once, however
 * many storages share the pool.
 */
export function ignoreErrors(pool: Pool): void {
  pool.off('error', ignore).on('error', ignore);
  pool.off('acquire', ignoreErrorsOf).on('acquire', ignoreErrorsOf);
}

function ignoreErrorsOf(connection: PoolClient): void {
  connection.off('error', ignore).on('error', ignore);
}

function ignore(): void {
  // The call that uses the connection fails.
}
