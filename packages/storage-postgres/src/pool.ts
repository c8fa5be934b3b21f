import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { Client, Pool } from 'pg';

/** What this storage uses of a `Pool` of `pg`. */
export interface PostgresPool {
  /** What the pool was created with. */
  readonly options: {
    readonly connectionTimeoutMillis?: number | undefined;
    readonly connectionString?: string | undefined;
  };
  /** Resolves with a new or an idle connection. */
  connect(): Promise<PostgresConnection>;
  /** Listens for the loss of an idle connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens for each new connection. */
  on(event: 'connect', listener: (connection: PostgresConnection) => void): unknown;
}

/** What this storage uses of a connection of `pg`. */
export interface PostgresConnection {
  /** Sends a query; rejects with the error of the database or of the connection. */
  query(query: object): Promise<{ readonly rows: unknown[] }>;
  /** Listens for the loss of the connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Returns the connection to its pool, which ends it if an error is given. */
  release(error?: Error): void;
  /** `I` outside a transaction, `T` in one, `E` in one that failed. Absent before `pg` 8.21 and in `pg.native`, which are refused. */
  getTransactionStatus?(): string | null;
  /** The protocol layer with its socket, to destroy a connection whose server does not answer. */
  readonly connection?: {
    readonly stream: {
      /** Closes the socket at once. */
      destroy(): unknown;
    };
  };
}

/** How long a call may wait, in milliseconds. */
export interface TimeLimits {
  /** For a connection, new or free again. */
  readonly connectTimeout: number;
  /** For the whole answer to a statement. */
  readonly queryTimeout: number;
}

/** A pool of our own. It does not have the type of `pg`, because users may not have those types. */
interface OwnPool {
  readonly pool: PostgresPool;
  readonly close: () => Promise<void>;
}

/**
 * Creates a pool of at most ten connections. The `statement_timeout` of the server is 90 % of `queryTimeout`: a statement that
 * the server stops did nothing, but after a timeout on our side the outcome would be unknown.
 *
 * @returns the pool and `close`, which never rejects and waits at most `connectTimeout` for a server that does not answer
 */
export function createPool(connectionString: string, { connectTimeout, queryTimeout }: TimeLimits): OwnPool {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: Math.ceil(queryTimeout * 0.9),
    fallback_application_name: 'petstore',
    allowExitOnIdle: true, // as with the other storages, an open storage does not keep the process alive
    Client: GuardedClient,
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });

  return {
    pool,
    // Only the sockets report when the connections are closed. The events of the pool also report errors, at any moment.
    close: async () => {
      void pool.end();
      const closed = Array.from(sockets, (socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) if (socket.pending) socket.destroy(); // it never connected, so it would never close
      const forceCloseTimer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, connectTimeout);
      await Promise.all(closed);
      clearTimeout(forceCloseTimer);
    },
  };
}

/**
 * Destroys the connection if `pg` gives up on it. If the server asks for GSSAPI, `pg` throws while it reads, which would end the
 * process. If a password is missing, `pg` reports that, but would leave the socket open until the server closes it.
 * `attachListeners` is not a public part of `pg`, but only there does `pg` show the TLS socket that it reads from. A `pg` without
 * it still works, but what it throws is not caught.
 */
class GuardedClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    const { connection } = this as unknown as { readonly connection: PgConnection };
    connection.on('error', () => connection.stream.destroy());
    const attach = connection.attachListeners?.bind(connection);
    connection.attachListeners = (stream) => attach?.(guarded(stream)); // the socket, or the TLS socket over it
  }
}

/** What {@link GuardedClient} uses of the protocol layer of `pg`. */
interface PgConnection extends EventEmitter {
  readonly stream: Socket;
  attachListeners?(stream: Socket): void;
}

function guarded(stream: Socket): Socket {
  const emit = stream.emit.bind(stream) as (...event: readonly unknown[]) => boolean;
  return Object.assign(stream, {
    emit(...event: readonly unknown[]) {
      try {
        return emit(...event);
      } catch (error) {
        stream.destroy(error as Error);
        return true;
      }
    },
  });
}
