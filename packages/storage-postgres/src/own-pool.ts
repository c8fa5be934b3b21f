import type { Duplex } from 'node:stream';
import { Client, Pool } from 'pg';

/**
 * Creates a pool of at most ten connections. The `statement_timeout` of the server is 90 % of `queryTimeout`: a statement that
 * the server stops did nothing, but after a timeout on our side the outcome would be unknown.
 *
 * @param connectTimeout how long to wait for a connection, new or free again, in milliseconds
 * @param queryTimeout how long a call waits for the whole answer to a statement, in milliseconds
 */
export function createPool(connectionString: string, connectTimeout: number, queryTimeout: number): Pool {
  return new Pool({
    connectionString,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: Math.ceil(queryTimeout * 0.9),
    fallback_application_name: 'petstore',
    allowExitOnIdle: true, // as with the other storages, an open storage does not keep the process alive
    Client: GuardedClient,
  });
}

/**
 * Destroys the connection if `pg` gives up on it. If the server asks for GSSAPI, `pg` throws while it reads, which would end the
 * process. If a password is missing, `pg` reports that, but would leave the socket open until the server closes it.
 */
class GuardedClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    const { connection } = this;
    connection.on('error', () => connection.stream.destroy());
    destroyIfListenerThrows(connection.stream);
    connection.on('sslconnect', () => {
      destroyIfListenerThrows(connection.stream); // from now on, the TLS socket
    });
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
