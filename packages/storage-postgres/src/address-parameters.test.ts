import { expect, onTestFinished, test, vi } from 'vitest';
import { checkParameters, getParameter } from './address-parameters.ts';

const address = 'postgres://me:hunter2@db/pets';

test.each([
  '',
  '?sslmode=disable',
  '?sslmode=no-verify',
  '?sslmode=prefer',
  '?sslmode=require',
  '?sslmode=verify-ca&sslrootcert=/ca.crt',
  '?sslmode=verify-full&sslcert=/my.crt&sslkey=/my.key&sslrootcert=/ca.crt',
  '?uselibpqcompat=true&sslmode=require',
  '?ssl=true',
  '?ssl=0',
  '?sslmode=verify-full&sslnegotiation=direct',
  '?sslmode=require&channel_binding=require',
  '?channel_binding=prefer',
  '?maxConnections=3',
  '?application_name=pets&statement_timeout=100&options=-c%20search_path=a',
  '?connect_timeout=10&target_session_attrs=read-write&gssencmode=disable', // pg ignores these
  '?schema=public&pgbouncer=true&pool_timeout=3&constructor=1', // of other tools
])('the parameters "%s" are accepted', (query) => {
  expect(() => {
    checkParameters(`${address}${query}`);
  }).not.toThrow();
});

test.each([
  ['sslmode=verify_full', 'sslmode must be disable, no-verify, prefer, require, verify-ca or verify-full'],
  ['sslmode=REQUIRE', 'sslmode must be'],
  ['sslmode=true', 'sslmode must be'],
  ['sslmode=allow', 'sslmode must be'],
  ['sslmode=', 'sslmode must be'],
  ['sslmode=disable&sslmode=verify_full', 'sslmode must be'],
  ['ssl=false', 'ssl must be 0, 1, true or no-verify'],
  ['ssl=require', 'ssl must be'],
  ['sslnegotiation=Direct', 'sslnegotiation must be postgres or direct'],
  ['uselibpqcompat=1', 'uselibpqcompat must be true or false'],
  ['channel_binding=required', 'channel_binding must be disable, prefer or require'],
  ['ssl_mode=verify-full', 'ssl_mode is not known. Did you mean sslmode?'],
  ['sslMode=require', 'sslMode is not known. Did you mean sslmode?'],
  ['SSLMODE=require', 'SSLMODE is not known. Did you mean sslmode?'],
  ['ssl-root-cert=/ca.crt', 'ssl-root-cert is not known. Did you mean sslrootcert?'],
  ['channelBinding=require', 'channelBinding is not known. Did you mean channel_binding?'],
  ['tls=true', 'tls is not known. TLS takes sslmode, sslrootcert, sslcert, sslkey'],
  ['requiressl=1', 'requiressl is not known. TLS takes sslmode'],
  ['ssl_min_protocol_version=TLSv1.3', 'ssl_min_protocol_version is not known. TLS takes sslmode'],
  ['sslcrl=/revoked', 'sslcrl is not known. TLS takes sslmode'],
  ['gssencmode=require', 'gssencmode must be disable or prefer'],
  ['maxconnections=3', 'maxconnections is not known. Did you mean maxConnections?'],
  ['max_connections=3', 'max_connections is not known. Did you mean maxConnections?'],
  ['Host=other', 'Host is not known. Did you mean host?'],
  ['applicationName=pets', 'applicationName is not known. Did you mean application_name?'],
  ['table=cats', 'table is an option of openPostgresStorage, and not a parameter'],
  ['connectTimeout=5', 'connectTimeout is an option of openPostgresStorage, and not a parameter'],
  ['service=pets', 'service is not supported: write the host, the user and the database in the address'],
  ['servicefile=/pg_service.conf', 'servicefile is not supported: write the host'],
  ['dbName=pets', 'dbName is not supported: write the database after the host'],
  ['dbname=pets', 'dbname is not supported: write the database after the host'],
  ['database=pets', 'database is not supported: write the database after the host'],
  ['hostaddr=127.0.0.1', 'hostaddr is not supported: write host'],
  ['passfile=/pgpass', 'passfile is not supported: set the variable PGPASSFILE'],
  ['require_auth=scram-sha-256', 'require_auth is not supported'],
  ['requirepeer=postgres', 'requirepeer is not supported'],
])('?%s is refused: %s', (query, reason) => {
  const check = () => {
    checkParameters(`${address}?${query}`);
  };
  expect(check).toThrow(TypeError);
  expect(check).toThrow(reason);
  expect(check).toThrow(/^connectionString has a wrong parameter: [^\n]+\.$/);
  expect(check).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }));
});

test.each([
  'channel_binding=require',
  'channel_binding=require&sslmode=no-verify',
  'channel_binding=require&sslmode=require&uselibpqcompat=true',
])('?%s is refused, because no certificate would be checked', (query) => {
  expect(() => {
    checkParameters(`${address}?${query}`);
  }).toThrow('channel_binding=require (or PGCHANNELBINDING) needs sslmode=verify-full in the address.');
});

test.each([
  ['PGSSLMODE', 'verify_full', 'PGSSLMODE must be disable, no-verify, prefer, require, verify-ca or verify-full.'],
  ['PGSSLMODE', 'REQUIRE', 'PGSSLMODE must be'],
  ['PGSSLMODE', 'true', 'PGSSLMODE must be'],
  ['PGSSLMODE', 'allow', 'PGSSLMODE must be'],
  ['PGREQUIRESSL', '1', 'The variable PGREQUIRESSL is not supported: set PGSSLMODE=verify-full.'],
  ['PGSSL_MODE', 'verify-full', 'The variable PGSSL_MODE is not known. Did you mean PGSSLMODE?'],
  ['PG_SSL_MODE', 'require', 'The variable PG_SSL_MODE is not known.'],
  ['pgsslmode', 'verify-full', 'The variable pgsslmode is not known.'],
  ['PGSSLNEGOTIATION', 'Direct', 'PGSSLNEGOTIATION must be postgres or direct.'],
  ['PGCHANNELBINDING', 'require', 'PGCHANNELBINDING) needs sslmode=verify-full'],
  ['PGGSSENCMODE', 'require', 'PGGSSENCMODE must be disable or prefer.'],
])('the variable %s=%s is refused, unless the address decides', (name, value, reason) => {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => {
    checkParameters(address);
  }).toThrow(reason);
  expect(() => {
    checkParameters(`${address}?sslmode=verify-full&sslnegotiation=postgres&gssencmode=disable`);
  }).not.toThrow();
});

test.each(['PGSSLMODE', 'PGREQUIRESSL', 'PGCHANNELBINDING'])('an empty variable %s is as good as none', (name) => {
  vi.stubEnv(name, '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => {
    checkParameters(address);
  }).not.toThrow();
});

test.each([
  ['PGSSL_MODE', 'disable'], // asks for no TLS
  ['SSL_MODE', 'verify-full'], // of other programs
])('the variable %s=%s is ignored', (name, value) => {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => {
    checkParameters(address);
  }).not.toThrow();
});

test('of a parameter that is there twice, the last one holds, as for pg', () => {
  expect(getParameter(`${address}?port=1&port=2`, 'port')).toBe('2');
});
