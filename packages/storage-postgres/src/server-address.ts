import { err, ok, type Result } from 'neverthrow';
import { Client, type ClientConfig } from 'pg';
import type { DriverError } from './fault.ts';
import type { PostgresPool } from './pool.ts';

/**
 * Tells people where a database is, without its password: `PostgreSQL at 127.0.0.1:5432, database pets`.
 *
 * @returns an Err where a file that the address names, such as a certificate, cannot be read
 * @throws TypeError for an address that is none
 */
export function describeServer(
  connectionString: string | undefined,
  pool: PostgresPool | undefined,
): Result<string, DriverError> {
  const config = connectionString === undefined ? optionsOf(pool) : { connectionString };
  if (connectionString !== undefined && mayShowPassword(connectionString)) throw new TypeError(unreadable);
  try {
    const { host, port, database = '' } = new Client(config); // it reads the address, and connects to nothing
    const address = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
    return ok(`PostgreSQL at ${address}, database ${database}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return err(error as DriverError);
    throw new TypeError(unreadable, { cause: error });
  }
}

const unreadable =
  'connectionString cannot be read as an address: in a user or password, write special characters as % and two digits.';

/** Whether a part of a password would be taken for a port or a database, and be shown as one: `me:12/34@host`. */
function mayShowPassword(connectionString: string): boolean {
  const [, authority = '', path = '', rest = ''] = /^[^:]*:\/\/([^/?#]*)([^?#]*)(.*)$/s.exec(connectionString) ?? [];
  return path.includes('@') || rest.includes('#') || (!authority.includes('@') && rest.includes('@'));
}

function optionsOf(pool: PostgresPool | undefined): ClientConfig {
  return (pool as { readonly options?: ClientConfig } | undefined)?.options ?? {};
}
