/** What this storage uses of a `Pool` of `pg`. It does not have the type of `pg`, because users may not have those types. */
export interface PostgresPool {
  /** What the pool was created with. */
  readonly options: {
    readonly connectionTimeoutMillis?: number | undefined;
    readonly connectionString?: string | undefined;
  };
  /** Resolves with a new or an idle connection. */
  connect(): Promise<PostgresConnection>;
  /** Listens for the loss of an idle connection. */
  on(event: 'error', listener: () => void): unknown;
  /** Listens for each connection that is about to be used. */
  on(event: 'acquire', listener: (connection: PostgresConnection) => void): unknown;
  /** Removes a listener. */
  off(event: 'error' | 'acquire', listener: (connection: PostgresConnection) => void): unknown;
}

/** What this storage uses of a connection of `pg`. */
export interface PostgresConnection {
  /** Sends a query; rejects with the error of the database or of the connection. */
  query(query: object): Promise<{ readonly rows: unknown[] }>;
  /** `I` outside a transaction, `T` in one, `E` in one that failed. */
  getTransactionStatus(): string | null;
  /** Returns the connection to its pool, which closes it if an error is given. */
  release(error?: Error): void;
  /** Listens for the loss of the connection. */
  on(event: 'error', listener: () => void): unknown;
  /** Removes a listener. */
  off(event: 'error', listener: () => void): unknown;
}

/**
 * Keeps the process alive when a connection of a pool is lost: Node ends a process that does not listen for the error. The
 * statement of the connection fails, or the next one gets another connection. The listeners stay, because the server can end a
 * connection at any moment, even in the packet that accepts it or while the pool is being closed. Each is added once, however
 * many storages share the pool.
 */
export function ignoreErrors(pool: PostgresPool): void {
  pool.off('error', ignore);
  pool.on('error', ignore);
  pool.off('acquire', ignoreErrorsOf);
  pool.on('acquire', ignoreErrorsOf);
}

function ignoreErrorsOf(connection: PostgresConnection): void {
  connection.off('error', ignore);
  connection.on('error', ignore);
}

function ignore(): void {
  // The call that uses the connection fails.
}
