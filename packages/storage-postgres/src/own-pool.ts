import type { Duplex } from 'node:stream';
import { Client, Pool } from 'pg';
import { isRefusedForNow } from './acquire.ts';
import type { DriverError } from './query-failure.ts';
import type { StoragePool } from './runner.ts';
import { parameterOf } from './server-address.ts';

/** How long a pool asks for no further connection after the server has refused one, in milliseconds. */
const calm = 1_000;

/**
 * Creates a pool. The `statement_timeout` of the server is 90 % of `queryTimeout`: a statement that the server stops did nothing, but after
 * a timeout on our side the outcome would be unknown.
 *
 * PgBouncer refuses a connection with this parameter. Then it is left out.
 *
 * If the server has no room for all the connections, callers wait for those that there are. If each of 60 callers asked again, three
 * connections would serve half as many calls, for five times the CPU.
 *
 * @param maxConnections how many connections it has at most
 * @param connectTimeout how long to wait for a connection, new or free again, in milliseconds
 * @param queryTimeout how long a call waits for the whole answer to a statement, in milliseconds
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
    allowExitOnIdle: true, // as with the other storages, an open storage does not keep the process alive
    Client: GuardedClient,
  });

  let connected = 0;
  pool.on('connect', () => (connected += 1)).on('remove', () => (connected -= 1));
  let calming: NodeJS.Timeout | undefined;

  const isTimeoutOurs = parameterOf(connectionString, 'statement_timeout') === undefined;

  function mayTryAgain(error: DriverError): boolean {
    if (isTimeoutOurs && error.message.includes('statement_timeout')) {
      pool.options.statement_timeout = undefined; // of further connections
      return true;
    }
    if (!isRefusedForNow(error)) return false;
    pool.options.max = Math.max(1, connected);
    clearTimeout(calming);
    calming = setTimeout(() => (pool.options.max = maxConnections), calm).unref();
    return true;
  }

  return { pool, mayTryAgain };
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
