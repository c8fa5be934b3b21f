import { Client } from 'pg';

/**
 * Describes where a database is, without its password: `PostgreSQL at 127.0.0.1:5432, database pets`.
 *
 * @throws TypeError if the address cannot be read
 */
export function describeServer(connectionString: string): string {
  if (!isAddress.test(connectionString)) throw new TypeError(unreadable);
  try {
    const { host, port, database = '' } = new Client({ connectionString }); // reads the address, and does not connect
    const address = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
    return `PostgreSQL at ${address}, database ${database}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return 'PostgreSQL'; // connecting will fail with the same error
    throw new TypeError(unreadable, { cause: error });
  }
}

/** Returns a parameter of an address that {@link describeServer} can read: the value after `?name=`. */
export function parameterOf(connectionString: string, name: string): string | undefined {
  return new URLSearchParams(/[?](.*)/.exec(connectionString)?.[1]).get(name) ?? undefined;
}

/** Either a `#` or an `@` after the host belongs to an unencoded password: its rest would be read as port or database, and shown. */
export const isAddress = /^postgres(?:ql)?:\/\/[^/?#]*[^#@]*$/;

const unreadable =
  'connectionString cannot be read as an address: begin it with postgres:// or postgresql://, and in a user or password, ' +
  'write special characters as % and two digits.';
