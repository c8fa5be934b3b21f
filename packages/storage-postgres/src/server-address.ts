import { Client } from 'pg';

/**
 * Describes where a database is, without its password: `PostgreSQL at 127.0.0.1:5432, database pets`.
 *
 * @throws TypeError if the address cannot be read. The message says what is wrong with it
 */
export function describeServer(connectionString: string): string {
  if (!isAddress(connectionString)) throw createAddressError(specialCharacters);
  checkHostAndPort(connectionString);
  const { host, port, database = '' } = readAddress(connectionString);
  if (host.startsWith('/')) return `PostgreSQL at ${host}, database ${database}`;
  if (host.includes(',')) throw createAddressError(severalHosts); // from PGHOST
  return `PostgreSQL at ${host.includes(':') ? `[${host}]` : host}:${port}, database ${database}`;
}

/**
 * Whether a string looks like an address. Refuses a `#`, and an `@` after the host: they belong to an unencoded password, and its rest
 * would be shown as the port or the database.
 */
export function isAddress(connectionString: string): boolean {
  return /^postgres(?:ql)?:\/\/[^/?#]*(?:[/?][^#@]*)?$/.test(connectionString);
}

/** `pg` refuses a wrong port or several hosts without a reason. */
function checkHostAndPort(connectionString: string): void {
  const hostAndPort = /\/\/(?:[^/?]*@)?([^/?]*)/.exec(connectionString)?.[1] ?? '';
  if (hostAndPort.includes(',')) throw createAddressError(severalHosts);
  const port = /^(?:\[[^\]]*\]|[^:]*):(.+)$/.exec(hostAndPort)?.[1] ?? '1';
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) throw createAddressError(wrongPort);
}

/** Reads an address as `pg` does. Ignores a file of TLS that cannot be read: connecting fails with the same error. */
function readAddress(connectionString: string): Client {
  try {
    return new Client({ connectionString });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) return readAddress(connectionString.replace(/(?<=[?&])ssl[^&]*&?/g, ''));
    const isSyntax = code === 'ERR_INVALID_URL' || error instanceof URIError;
    throw createAddressError(isSyntax ? specialCharacters : `${(error as Error).message.replace(/\.$/, '')}.`, error);
  }
}

const severalHosts = 'it (or the variable PGHOST) names several hosts. Give the one that takes writes.';
const wrongPort = 'the port after the host must be an integer from 1 to 65535.';
const specialCharacters =
  'begin it with postgres:// or postgresql://, and in a user or password, write special characters as % and two digits.';

function createAddressError(reason: string, cause?: unknown): TypeError {
  return new TypeError(
    `connectionString cannot be read as an address: ${reason}`,
    cause === undefined ? {} : { cause },
  );
}

/** Reads the parameters of an address: `?name=value`. Of two with one name, the last one holds, as for `pg`. */
export function readParameters(connectionString: string): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(/[?](.*)/.exec(connectionString)?.[1]));
}

/** Throws a TypeError if an address asks for TLS in words that `pg` does not know: `pg` would connect without TLS, and say nothing. */
export function checkTls(connectionString: string): void {
  for (const [name, value] of readParameters(connectionString)) {
    const allowed = allowedValues.get(name);
    if (allowed !== undefined && !allowed.includes(value)) {
      throw createParameterError(`${name} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`);
    }
    if (!tlsNames.includes(name) && /ssl|tls/i.test(name)) {
      throw createParameterError(`${name} is not known. TLS takes ${tlsNames.join(', ')}`);
    }
  }
}

function createParameterError(reason: string): TypeError {
  return new TypeError(`connectionString has a wrong parameter: ${reason}.`);
}

const tlsNames = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl', 'uselibpqcompat'];

const allowedValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['sslmode', ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']],
  ['ssl', ['0', '1', 'true', 'no-verify']],
]);
