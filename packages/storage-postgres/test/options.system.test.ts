import { openPostgresStorage, type PostgresStorageOptions } from '@petstore/storage-postgres';
import { findFreePort, startThrowawayPostgres, type ThrowawayPostgres } from '@petstore/test-support/postgres';
import { listenUntilFinished } from '@petstore/test-support/raw-http';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { certificate } from './certificate.ts';
import { changeAddress, openUntilFinished } from './tables.ts';

/** A server that asks for a password, which the server of PETSTORE_TEST_POSTGRES may not do. */
let server: ThrowawayPostgres;

beforeAll(async () => {
  server = await startThrowawayPostgres();
});
afterAll(() => server.stop());

const connectionString = 'postgres://me:hunter2@127.0.0.1:1/pets';

/** As before `pg` 8.21, its connections do not tell whether a transaction is open. */
const OlderClient = class extends EventEmitter {} as unknown as typeof pg.Client;

/** A pool that connects to nothing. */
const pool = new pg.Pool({ connectionTimeoutMillis: 1 });

test.each([
  ['neither connectionString nor pool', {}, 'connectionString or pool'],
  ['both', { connectionString, pool }, 'connectionString or pool'],
  ['a connectionString of another kind', { connectionString: 'mysql://me:hunter2@db/pets' }, 'connectionString'],
  ['an empty object as a pool', { pool: {} }, 'Pool of pg'],
  ['a pool of an older pg', { pool: new pg.Pool({ connectionTimeoutMillis: 1, Client: OlderClient }) }, 'pg 8.21'],
  ['a pool without a time limit', { pool: new pg.Pool() }, 'connectionTimeoutMillis'],
  ['connectTimeout with a pool', { pool, connectTimeout: 1 }, 'connectionTimeoutMillis'],
  ['no connections', { connectionString, maxConnections: 0 }, 'maxConnections'],
  [
    'a number of connections in the address that is none',
    { connectionString: `${connectionString}?maxConnections=many` },
    'maxConnections',
  ],
  ['TLS in another spelling', { connectionString: `${connectionString}?sslMode=require` }, 'sslmode'],
  ['maxConnections with a pool', { pool, maxConnections: 1 }, 'maxConnections'],
  ['an empty table', { connectionString, table: '' }, 'table'],
  ['a table in a schema in a database', { connectionString, table: 'a.b.c' }, 'table'],
  ['a name that PostgreSQL would cut off', { connectionString, table: 'é'.repeat(32) }, 'table'],
  ['a name with U+0000', { connectionString, table: 'a\0' }, 'table'],
  ['a name with a lone surrogate', { connectionString, table: '\ud800' }, 'table'],
  ['a misspelt option', { connectionString, tabel: 'pets' }, 'tabel is not an option. The options are '],
  ['no time to connect', { connectionString, connectTimeout: 0 }, 'connectTimeout'],
])('a wrong option is a TypeError that names it, without the password: %s', (_what, options, name) => {
  const open = () => openPostgresStorage(options as PostgresStorageOptions);
  expect(open).toThrow(TypeError);
  try {
    void open();
  } catch (error) {
    expect((error as Error).message).toContain(name);
    expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
  }
});

describe('a database that cannot be reached is an Err with one sentence and no password:', () => {
  test('nothing listens', async () => {
    const port = await findFreePort();
    const failure = await refused(`postgres://me:hunter2@127.0.0.1:${port}/pets`);
    expect(failure.message).toMatch(
      new RegExp(
        `no connection to PostgreSQL at 127\\.0\\.0\\.1:${port}, database pets, because nothing listens there; start`,
      ),
    );
  });

  test('a wrong password', async () => {
    const address = changeAddress(server.connectionString, { password: 'hunter2' });
    expect((await refused(address)).message).toContain('password authentication failed');
  });

  test('a forgotten password, after which the connection does not wait for the server to close it', async () => {
    vi.stubEnv('PGPASSWORD', undefined);
    vi.stubEnv('PGPASSFILE', '/no/such/file');
    onTestFinished(() => void vi.unstubAllEnvs());
    const asking = createServer((socket) => {
      const questions = ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'R\0\0\0\x08\0\0\0\x0b'];
      socket.on('data', () => socket.write(questions.shift() ?? '', 'latin1'));
    });
    const closed = new Promise((resolve) => asking.once('connection', (socket) => socket.once('close', resolve)));
    const port = await listenUntilFinished(asking);
    expect((await refused(`postgres://me@127.0.0.1:${port}/pets`)).message).toContain('PGPASSWORD');
    await closed;
  });

  test('a certificate that does not exist', async () => {
    const failure = await refused('postgres://me:hunter2@127.0.0.1/pets?sslrootcert=/no/such/file');
    expect(failure.message).toContain('/no/such/file');
    expect(failure.message).toContain('no connection to PostgreSQL at 127.0.0.1:5432, database pets');
  });

  test.each([
    ['', ''],
    [', over TLS', '?sslmode=no-verify'],
  ])('an authentication that pg does not know%s', async (_how, query) => {
    const authenticateByGssapi = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 7]);
    const answer = (socket: Socket) => void socket.once('data', () => socket.write(authenticateByGssapi));
    const kerberized = createServer((socket) => {
      if (query === '') {
        answer(socket);
        return;
      }
      socket.once('data', () => {
        socket.write('S'); // accepts the request for TLS
        const secure = new TLSSocket(socket, { isServer: true, ...certificate });
        secure.on('error', () => undefined); // the client is gone
        answer(secure);
      });
    });
    const port = await listenUntilFinished(kerberized);
    const { message } = await refused(`postgres://me:hunter2@127.0.0.1:${port}/pets${query}`);
    expect(message).toMatch(/there was no connection to .*Unknown authentication/);
  });

  test('an impossible port from the variable PGPORT', async () => {
    vi.stubEnv('PGPORT', '99999');
    onTestFinished(() => void vi.unstubAllEnvs());
    const failure = await refused('postgres://me:hunter2@127.0.0.1/pets', 2 ** 31 - 1);
    expect(failure.message).toContain('99999');
  });

  async function refused(address: string, connectTimeout?: number) {
    const failure = (await openPostgresStorage({ connectionString: address, connectTimeout }))._unsafeUnwrapErr();
    expect(failure.code).toBe('storage_failure');
    expect(failure.message).toMatch(/^The table pets could not be opened: [^\n]+\.$/);
    expect(inspect(failure, { depth: 9 })).not.toContain('hunter2');
    return failure;
  }
});

test('the password may be in the file that PGPASSFILE names', async () => {
  const { password } = new URL(server.connectionString);
  const folder = await mkdtemp(join(tmpdir(), 'petstore-pgpass-'));
  await writeFile(join(folder, 'pgpass'), `*:*:*:*:${password}\n`, { mode: 0o600 });
  vi.stubEnv('PGPASSWORD', undefined);
  vi.stubEnv('PGPASSFILE', join(folder, 'pgpass'));
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    warn.mockRestore();
    await rm(folder, { recursive: true });
  });
  await openUntilFinished({ connectionString: changeAddress(server.connectionString, { password: '' }) });
  expect(warn.mock.calls).toHaveLength(1);
  expect(warn.mock.calls[0]?.[0]).toContain('pgpass support is deprecated'); // the guide says so
});

test('a pool whose address only pg can read is used, and messages name no address', async () => {
  const pool = new pg.Pool({ connectionString: '/tmp/no-such-socket pets', connectionTimeoutMillis: 5_000 });
  const { message } = (await openPostgresStorage({ pool }))._unsafeUnwrapErr();
  expect(message).toContain('there was no connection to PostgreSQL (');
  await pool.end();
});

test.each(['the pool', 'pg.defaults'])(
  'a binary format that %s asks for is refused before a pet is stored',
  async (where) => {
    const { binary } = pg.defaults;
    onTestFinished(() => void (pg.defaults.binary = binary));
    const pool = new pg.Pool({
      connectionString: server.connectionString,
      connectionTimeoutMillis: 5_000,
      binary: where === 'the pool',
    } as pg.PoolConfig);
    onTestFinished(() => pool.end());
    pg.defaults.binary = where === 'pg.defaults';
    const opened = await openPostgresStorage({ pool, table: 'binary_pets' });
    expect(opened._unsafeUnwrapErr().message).toMatch(/^The pool changes the values of an answer: .*binary/);
    pg.defaults.binary = false;
    const { rows } = await pool.query({ text: "SELECT to_regclass('binary_pets') AS found", types: undefined });
    expect(rows).toEqual([{ found: null }]);
  },
);
