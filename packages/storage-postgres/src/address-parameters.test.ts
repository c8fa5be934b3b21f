import { expect, test } from 'vitest';
import { checkTls, readParameters } from './address-parameters.ts';

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
])('the parameters "%s" are accepted', (query) => {
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
])('?%s is refused: %s', (query, reason) => {
  const check = () => {
    checkTls(`${address}?${query}`);
  };
  expect(check).toThrow(TypeError);
  expect(check).toThrow(reason);
  expect(check).toThrow(/^connectionString has a wrong parameter: [^\n]+\.$/);
  expect(check).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }));
});

test('of a parameter that is there twice, the last one holds, as for pg', () => {
  expect(readParameters(`${address}?port=1&port=2`).get('port')).toBe('2');
});
