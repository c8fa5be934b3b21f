/** Reads the parameters of an address: `?name=value`. Of two with one name, the last one holds, as for `pg`. */
export function readParameters(connectionString: string): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(/[?](.*)/.exec(connectionString)?.[1]));
}

/**
 * Refuses an address that asks for TLS in words that `pg` does not know. `pg` would connect without TLS, and say nothing.
 *
 * @throws TypeError that names the parameter
 */
export function checkTls(connectionString: string): void {
  for (const [name, value] of readParameters(connectionString)) {
    const fault = describeUnknownName(name) ?? describeWrongValue(name, allowedValues.get(name), value);
    if (fault !== undefined) throw new TypeError(`connectionString has a wrong parameter: ${fault}.`);
  }
}

const tlsNames = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl', 'uselibpqcompat'];

const allowedValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['sslmode', ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']],
  ['ssl', ['0', '1', 'true', 'no-verify']],
]);

function describeUnknownName(name: string): string | undefined {
  if (tlsNames.includes(name) || !/ssl|tls/i.test(name)) return undefined;
  return `${name} is not known. TLS takes ${tlsNames.join(', ')}`;
}

function describeWrongValue(label: string, allowed: readonly string[] | undefined, value: string | undefined) {
  if (allowed === undefined || value === undefined || allowed.includes(value)) return undefined;
  return `${label} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
}
