import { isIPv6 } from 'node:net';
import { Client } from 'pg';

/**
 * Describes where a database is, without its password: `PostgreSQL at 127.0.0.1:5432, database pets`.
 *
 * @throws TypeError if the address cannot be read; the message says what is wrong with it
 */
export function describeServer(connectionString: string): string {
  if (!isAddress.test(connectionString)) throw unreadable(specialCharacters);
  checkHostAndPort(connectionString);
  const client = readAddress(connectionString);
  if (client === undefined) return 'PostgreSQL';
  const { host, port, database = '' } = client;
  if (host.startsWith('/')) return `PostgreSQL at ${host}, database ${database}`;
  if (host.includes(',')) throw unreadable(severalHosts);
  return `PostgreSQL at ${host.includes(':') ? `[${host}]` : host}:${port}, database ${database}`;
}

/** Returns a parameter of an address that {@link describeServer} can read: the value after `?name=`. */
export function parameterOf(connectionString: string, name: string): string | undefined {
  return new URLSearchParams(/[?](.*)/.exec(connectionString)?.[1]).get(name) ?? undefined;
}

/** Either a `#` or an `@` after the host belongs to an unencoded password: its rest would be read as port or database, and shown. */
export const isAddress = /^postgres(?:ql)?:\/\/[^/?#]*[^#@]*$/;

/** `pg` refuses a wrong port or several of them without a reason, or takes a part of it. */
function checkHostAndPort(connectionString: string): void {
  const place = /\/\/(?:[^/?]*@)?([^/?]*)/.exec(connectionString)?.[1] ?? '';
  if (place.includes(',')) throw unreadable(severalHosts);
  if (isIPv6(place)) throw unreadable('write an IPv6 address in brackets, as in [::1]:5432.');
  const portOfHost = /^(?:\[.*\]|[^:]*):(.*)$/.exec(place)?.[1];
  for (const port of [portOfHost, parameterOf(connectionString, 'port')]) {
    if (port === undefined || port === '') continue;
    if (!/^[0-9]{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) throw unreadable(wrongPort);
  }
}

/** Reads an address as `pg` does; `undefined` if a file that it names cannot be read: connecting will fail with the same error. */
function readAddress(connectionString: string): Client | undefined {
  try {
    return new Client({ connectionString });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) return undefined;
    throw unreadable(specialCharacters, error);
  }
}

const severalHosts = 'it (or the variable PGHOST) names several hosts. Give the one that takes writes.';
const wrongPort = 'the port after the host must be an integer from 1 to 65535.';
const specialCharacters =
  'begin it with postgres:// or postgresql://, and in a user or password, write special characters as % and two digits.';

function unreadable(reason: string, cause?: unknown): TypeError {
  return new TypeError(
    `connectionString cannot be read as an address: ${reason}`,
    cause === undefined ? {} : { cause },
  );
}
