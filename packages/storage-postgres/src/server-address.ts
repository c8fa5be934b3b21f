import { Socket } from 'node:net';
import { Client } from 'pg';
import type { PostgresPool } from './pool.ts';

/**
 * Describes where a database is, without its password: `PostgreSQL at 127.0.0.1:5432, database pets`.
 *
 * @throws TypeError if the address cannot be read
 */
export function describeServer(connectionString: string | undefined, pool?: PostgresPool): string {
  if (mayShowPassword(pool?.options.connectionString ?? connectionString ?? '')) throw new TypeError(unreadable);
  try {
    // The client only reads the address; it does not connect. A `stream` of the caller might.
    const options = { ...(pool?.options ?? { connectionString }), stream: () => new Socket() };
    const { host, port, database = '' } = new Client(options);
    const address = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
    return `PostgreSQL at ${address}, database ${database}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return 'PostgreSQL'; // connecting will fail with the same error
    throw new TypeError(unreadable, { cause: error });
  }
}

const unreadable =
  'connectionString cannot be read as an address: in a user or password, write special characters as % and two digits.';

/** Whether a part of the password would be parsed as a port or a database, and so be shown: `me:12/34@host`. */
function mayShowPassword(connectionString: string): boolean {
  const [, rest = ''] = /^[^:]*:\/\/[^/?#]*(.*)$/s.exec(connectionString) ?? [];
  return /[#@]/.test(rest);
}
