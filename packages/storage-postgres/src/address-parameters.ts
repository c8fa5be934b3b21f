type Parameters = ReadonlyMap<string, string>;

/** Returns the value after `?name=` in an address, if there is one. The last one holds, as for `pg`. */
export function getParameter(connectionString: string, name: string): string | undefined {
  return readParameters(connectionString).get(name);
}

function readParameters(connectionString: string): Parameters {
  return new Map(new URLSearchParams(/[?](.*)/.exec(connectionString)?.[1]));
}

/**
 * Refuses a parameter that `pg` would ignore, although it asks for TLS, for another database or for a limit. `pg` would connect
 * without TLS, or to the wrong database, without a word. Other unknown parameters are left alone: other tools may need them.
 *
 * @throws TypeError that names the parameter, or the variable of the environment that takes its place
 */
export function checkParameters(connectionString: string): void {
  const inAddress = readParameters(connectionString);
  for (const [name, value] of inAddress) {
    const fault = describeUnknownName(name) ?? describeWrongValue(name, name, value);
    if (fault !== undefined) throw new TypeError(`connectionString has a wrong parameter: ${fault}.`);
  }
  const inEnvironment: Parameters = new Map(
    Object.entries(variables).flatMap(([variable, name]) => {
      const isDecided = inAddress.has(name) || (name === 'sslmode' && inAddress.has('ssl'));
      const value = process.env[variable];
      return isDecided || value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const all: Parameters = new Map([...inEnvironment, ...inAddress]);
  for (const [variable, name] of Object.entries(variables)) {
    const fault = describeWrongValue(variable, name, inEnvironment.get(name));
    if (fault !== undefined) throw new TypeError(`The variable ${fault}.`);
  }
  if (all.get('channel_binding') === 'require' && !checksCertificate(all)) {
    throw new TypeError('channel_binding=require (or PGCHANNELBINDING) needs sslmode=verify-full in the address.');
  }
  if (all.has('sslmode') || all.has('ssl')) return;
  if (process.env.PGREQUIRESSL === '1') {
    throw new TypeError('The variable PGREQUIRESSL is not supported: set PGSSLMODE=verify-full.');
  }
  // libpq ignores these too. But somebody has asked for TLS, and nothing else in the environment or the address has decided.
  const misspelled = Object.keys(process.env).find((name) => spell(name) === 'pgsslmode');
  if (misspelled !== undefined && !/^(?:disable)?$/.test(process.env[misspelled] ?? '')) {
    throw new TypeError(`The variable ${misspelled} is not known. Did you mean PGSSLMODE?`);
  }
}

/** Variables that libpq reads in place of parameters. */
const variables = {
  PGSSLMODE: 'sslmode',
  PGSSLNEGOTIATION: 'sslnegotiation',
  PGCHANNELBINDING: 'channel_binding',
  PGGSSENCMODE: 'gssencmode',
};

const allowedValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['sslmode', ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']],
  ['ssl', ['0', '1', 'true', 'no-verify']],
  ['sslnegotiation', ['postgres', 'direct']],
  ['uselibpqcompat', ['true', 'false']],
  ['channel_binding', ['disable', 'prefer', 'require']],
  ['gssencmode', ['disable', 'prefer']], // pg has no encryption by GSSAPI
]);

function describeWrongValue(label: string, name: string, value: string | undefined): string | undefined {
  const allowed = allowedValues.get(name);
  if (allowed === undefined || value === undefined || allowed.includes(value)) return undefined;
  return `${label} must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
}

/** Whether a certificate must name the host: a protection in place of channel binding, which `pg` does not enforce. */
function checksCertificate(parameters: Parameters): boolean {
  const mode = parameters.get('sslmode') ?? '';
  if (mode === 'verify-full') return true;
  return /^(?:prefer|require|verify-ca)$/.test(mode) && parameters.get('uselibpqcompat') !== 'true';
}

function describeUnknownName(name: string): string | undefined {
  if (knownNames.includes(name)) return undefined;
  const advice = unsupported.get(spell(name));
  if (advice !== undefined) return `${name} is not supported: ${advice}`;
  if (options.includes(name)) return `${name} is an option of openPostgresStorage, and not a parameter`;
  const meant = knownNames.find((known) => spell(known) === spell(name));
  if (meant !== undefined) return `${name} is not known. Did you mean ${meant}?`;
  return /ssl|tls/i.test(name) ? `${name} is not known. TLS takes ${tlsNames.join(', ')}` : undefined;
}

/** One spelling for `sslMode`, `ssl_mode` and `sslmode`. */
function spell(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

const tlsNames = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl', 'uselibpqcompat'];

/** What `pg` or the storage reads. `pg` ignores `connect_timeout`, which addresses often have for other tools. */
const knownNames = [
  ...tlsNames,
  ...['host', 'port', 'user', 'password', 'maxConnections', 'channel_binding', 'gssencmode', 'connect_timeout'],
  ...['application_name', 'fallback_application_name', 'client_encoding', 'options', 'replication'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
];

const options = ['table', 'createTable', 'connectTimeout', 'queryTimeout', 'namedStatements'];

const inPlaceOfService = 'write the host, the user and the database in the address';
const inPlaceOfDatabase = 'write the database after the host, as in postgres://host/database';

/** Parameters that `pg` ignores, most of them of libpq, as `spell` writes them. With what to do instead. */
const unsupported: ReadonlyMap<string, string> = new Map([
  ['service', inPlaceOfService],
  ['servicefile', inPlaceOfService],
  ['dbname', inPlaceOfDatabase],
  ['database', inPlaceOfDatabase],
  ['hostaddr', 'write host'],
  ['passfile', 'set the variable PGPASSFILE'],
  ['requireauth', 'leave it out, and use sslmode=verify-full'],
  ['requirepeer', 'leave it out'],
]);
