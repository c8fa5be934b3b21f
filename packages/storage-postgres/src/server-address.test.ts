import { expect, onTestFinished, test, vi } from 'vitest';
import { checkTls, describeServer, readParameters } from './server-address.ts';

test.each([
  ['postgres://me:hunter2@db:5433/pets', 'PostgreSQL at db:5433, database pets'],
  ['postgresql://me:hunter2@db/pets', 'PostgreSQL at db:5432, database pets'],
  ['postgresql://me@[::1]:5433/pets?password=hunter2', 'PostgreSQL at [::1]:5433, database pets'],
  ['postgres:///pets?host=/run/postgresql&user=me&password=hunter2', 'PostgreSQL at /run/postgresql, database pets'],
  ['postgres://me:hunter%402@db/pets', 'PostgreSQL at db:5432, database pets'],
])('%s is described by its host and its database, without a password', (connectionString, described) => {
  expect(describeServer(connectionString)).toBe(described);
});

test.each([
  'mysql://me:hunter2@db/pets',
  'postgres://me:hunter2@[/pets',
  'postgres://me:12/hunter2@db/pets',
  'postgres://me:12/34@hunter2@db/pets',
  'postgres://me:12?hunter2@db/pets',
  'postgres://me:12#hunter2@db/pets',
  'postgres://me@db/pets#hunter2',
])('%s cannot be read, and the error does not show it', (connectionString) => {
  const describe = () => describeServer(connectionString);
  expect(describe).toThrow(/^connectionString cannot be read as an address: .* write special characters as %/);
  expect(describe).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }));
});

test.each([
  ['postgres://me:hunter2@one,two/pets', /\(or the variable PGHOST\) names several hosts. Give the one/],
  ['postgres://me:hunter2@one:5432,two:5433/pets', /\(or the variable PGHOST\) names several hosts. Give the one/],
  ['postgres:///pets?host=one,two&password=hunter2', /\(or the variable PGHOST\) names several hosts. Give the one/],
  ['postgres://me:hunter2@db:99999/pets', /port .*from 1 to 65535/],
  ['postgres://me:hunter2@db:0/pets', /port .*from 1 to 65535/],
  ['postgres://me:hunter2@db:5432:5433/pets', /port .*from 1 to 65535/],
  ['postgres://me:hunter2@[::1]:x/pets', /port .*from 1 to 65535/],
])('%s cannot be read, and the error says what is wrong, without the password', (connectionString, expected) => {
  const describe = () => describeServer(connectionString);
  expect(describe).toThrow(TypeError);
  expect(describe).toThrow(expected);
  expect(describe).not.toThrow(/special characters/);
  expect(describe).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }));
});

test('several hosts of the variable PGHOST are named too', () => {
  vi.stubEnv('PGHOST', 'one,two');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => describeServer('postgres://me@/pets')).toThrow(/\(or the variable PGHOST\) names several hosts/);
});

test.each(['sslrootcert', 'sslcert', 'sslkey'])(
  'an address over TLS whose %s is missing is described by its host and its database too',
  (name) => {
    expect(describeServer(`postgres://me:hunter2@db/pets?${name}=/no/such/file&sslmode=verify-full&port=5433`)).toBe(
      'PostgreSQL at db:5433, database pets',
    );
  },
);

test.each([
  ['sslnegotiation=direct&sslmode=disable', 'sslnegotiation=direct requires SSL to be enabled.'],
  ['uselibpqcompat=true&sslmode=verify-ca', 'sslmode=verify-ca requires specifying a CA'],
])('an address of PostgreSQL with ?%s is refused with the reason of pg', (query, reason) => {
  const describe = () => describeServer(`postgres://me:hunter2@db/pets?${query}`);
  expect(describe).toThrow(reason);
  expect(describe).not.toThrow(/special characters/);
});

const address = 'postgres://me:hunter2@db/pets';

test.each([
  '',
  '?sslmode=disable',
  '?sslmode=require&channel_binding=require',
  '?sslmode=verify-ca&sslrootcert=/ca.crt',
  '?sslmode=verify-full&sslcert=/my.crt&sslkey=/my.key&sslrootcert=/ca.crt&sslnegotiation=direct',
  '?uselibpqcompat=true&sslmode=require',
  '?ssl=true',
  '?maxConnections=3&application_name=pets',
  '?schema=public&pgbouncer=true&constructor=1', // of other tools
])('an address of PostgreSQL may have the parameters "%s"', (query) => {
  expect(() => {
    checkTls(`${address}${query}`);
  }).not.toThrow();
});

test.each([
  ['sslmode=verify_full', 'sslmode must be disable, no-verify, prefer, require, verify-ca or verify-full'],
  ['sslmode=REQUIRE', 'sslmode must be'],
  ['sslmode=', 'sslmode must be'],
  ['sslmode=disable&sslmode=verify_full', 'sslmode must be'],
  ['ssl=require', 'ssl must be 0, 1, true or no-verify'],
  ['ssl_mode=verify-full', 'ssl_mode is not known. TLS takes sslmode, sslrootcert, sslcert, sslkey'],
  ['SSLMODE=require', 'SSLMODE is not known'],
  ['tls=true', 'tls is not known'],
  ['requiressl=1', 'requiressl is not known'],
])('an address of PostgreSQL with ?%s is refused: %s', (query, reason) => {
  const check = () => {
    checkTls(`${address}?${query}`);
  };
  expect(check).toThrow(TypeError);
  expect(check).toThrow(reason);
  expect(check).toThrow(/^connectionString has a wrong parameter: [^\n]+\.$/);
  expect(check).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }));
});

test('of a parameter that an address of PostgreSQL has twice, the last one holds, as for pg', () => {
  expect(readParameters(`${address}?port=1&port=2`).get('port')).toBe('2');
});
