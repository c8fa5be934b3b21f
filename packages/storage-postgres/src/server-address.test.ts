import { expect, test } from 'vitest';
import { describeServer } from './server-address.ts';

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

test('an address over TLS whose certificate is missing is described by its kind alone', () => {
  expect(describeServer('postgres://me:hunter2@db/pets?sslrootcert=/no/such/file')).toBe('PostgreSQL');
});
