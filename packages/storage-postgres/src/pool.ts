import { withTimeout } from '@petstore/core';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { Client, Pool, type PoolClient } from 'pg';
import { readParameters } from './server-address.ts';
import { isRefusedForNow, type DriverError } from './query-failure.ts';

/** A connection of a pool, with the parts that the types of `pg` leave out. */
export type Connection = PoolClient & Pick<Client, 'connection'> & { unref?(): void };

export interface StoragePool {
  /** How long to wait for a connection, new or free again, in milliseconds. */
  readonly connectTimeout: number;
  /**
   * Waits for a connection that is ready for a statement. Rejects with a `DriverError` if there is none.
   *
   * @param deadline when to give up, as a time of `performance.now()`
   */
  acquire(deadline: number): Promise<Connection>;
  /** Whether another try may get a connection, after an error of `acquire`. Changes the pool so that it may. */
  recoverFrom(error: DriverError): boolean;
  /**
   * Ends a connection. It keeps its place in the pool until the server has closed it: a COMMIT that waits for a standby outlives its
   * client, and if its place were free, the pool would use up the server.
   */
  discard(connection: Connection, error: Error): void;
  /** Ends the connections. Of a pool of the caller, ends those that were discarded. */
  close(): void;
}

/** How long a pool opens no further connection after the server has refused one, in milliseconds. */
const pauseAfterRefusal = 1_000;

/**
 * Creates a pool.
 *
 * - `statement_timeout` is 90 % of `queryTimeout`: a statement that the server stops did nothing, but of one that we stop, the outcome
 *   is unknown. A pooler may refuse the parameter, as PgBouncer does: then the pool leaves it out.
 * - If the server has no room for so many connections, calls share those that exist: to ask for more would slow all of them down.
 */
export function createPool(
  connectionString: string,
  maxConnections: number,
  connectTimeout: number,
  queryTimeout: number,
): StoragePool {
  const pool = new Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: Math.ceil(queryTimeout * 0.9),
    fallback_application_name: 'petstore',
    keepAlive: true, // the system finds out if the server of an idle connection is gone
    keepAliveInitialDelayMillis: 10_000,
    allowExitOnIdle: true, // an open storage does not keep the process alive
    Client: GuardedClient,
  });
  const isTimeoutOfCaller = readParameters(connectionString).has('statement_timeout');
  const connections = usePool(pool);
  let connected = 0;
  pool.on('connect', () => (connected += 1)).on('remove', () => (connected -= 1));
  let untilMoreConnections: NodeJS.Timeout | undefined;

  return {
    ...connections,
    recoverFrom(error) {
      if (!isTimeoutOfCaller && error.message.includes('statement_timeout')) {
        pool.options.statement_timeout = undefined; // of further connections
        return true;
      }
      if (!connections.recoverFrom(error)) return false;
      pool.options.max = Math.max(1, connected);
      clearTimeout(untilMoreConnections);
      untilMoreConnections = setTimeout(() => (pool.options.max = maxConnections), pauseAfterRefusal).unref();
      return true;
    },
    close() {
      connections.close();
      void pool.end(); // without waiting for a server that may not answer
    },
  };
}

/** Whether a value is a Pool of `pg` 8.21 or later, whose connections tell whether a transaction is open. */
export function isPool(value: unknown): value is Pool {
  const { Client, options } = (value ?? {}) as { readonly Client?: { readonly prototype?: object }; options?: object };
  return options !== undefined && Client?.prototype !== undefined && 'getTransactionStatus' in Client.prototype;
}

/** Uses a pool, which the caller ends. It has a `connectionTimeoutMillis`. */
export function usePool(pool: Pool): StoragePool {
  ignoreErrors(pool);
  pool.off('acquire', ignoreErrors).on('acquire', ignoreErrors);
  const discarded = new Set<() => void>();
  let isClosed = false;

  return {
    connectTimeout: pool.options.connectionTimeoutMillis ?? 0,
    acquire,
    recoverFrom: isRefusedForNow,
    discard,
    close() {
      isClosed = true;
      for (const giveBack of discarded) giveBack();
    },
  };

  async function acquire(deadline: number): Promise<Connection> {
    for (;;) {
      const connection = await connect(deadline);
      const isOpen = connection.connection.stream.writable;
      const isInTransaction = /[TE]/.test(connection.getTransactionStatus() ?? '');
      if (isOpen && !isInTransaction) return connection;
      // In a transaction that the last user did not end, no pet would be committed. Closing the connection rolls the transaction back.
      discard(connection, new Error('the connection is closing, or its last user did not end a transaction'));
    }
  }

  /** Takes a connection from the pool, within our deadline: the time limit of the pool would begin anew with each try. */
  async function connect(deadline: number): Promise<Connection> {
    const connecting = pool.connect() as Promise<Connection>;
    const connection = await withTimeout(connecting, deadline - performance.now());
    if (connection !== undefined) return connection;
    connecting.then((late) => late.release(), ignore);
    throw new Error('timeout while waiting for a connection');
  }

  function discard(connection: Connection, error: Error): void {
    const { stream } = connection.connection;
    const giveBack = () => {
      if (discarded.delete(giveBack)) connection.release(error);
    };
    discarded.add(giveBack);
    if (stream.closed || isClosed) {
      giveBack();
      return;
    }
    stream.once('close', giveBack);
    connection.unref?.(); // a server that never closes the connection must not keep the process alive
    connection.connection.end();
  }
}

/**
 * Listens for the errors of lost connections, because Node ends a process without a listener.
 *
 * The listener stays: the server can end a connection at any moment, even in the packet that accepts it, or while the pool closes.
 * However many storages share the pool, it is there once.
 */
function ignoreErrors(source: EventEmitter): void {
  source.off('error', ignore).on('error', ignore);
}

function ignore(): void {
  // The call that uses the connection fails.
}

/**
 * Destroys the socket when `pg` gives up on a connection:
 *
 * - The server asks for GSSAPI: `pg` throws in a listener of the socket, which would end the process.
 * - A password is missing: `pg` reports an error, and leaves the socket open.
 */
class GuardedClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    const { connection } = this;
    connection.on('error', () => connection.stream.destroy());
    destroyIfListenerThrows(connection.stream);
    connection.on('sslconnect', () => destroyIfListenerThrows(connection.stream)); // now the TLS socket
  }
}

function destroyIfListenerThrows(stream: Duplex): void {
  const emit = stream.emit.bind(stream);
  stream.emit = (...event: Parameters<typeof emit>) => {
    try {
      return emit(...event);
    } catch (error) {
      stream.destroy(error as Error);
      return true;
    }
  };
}
