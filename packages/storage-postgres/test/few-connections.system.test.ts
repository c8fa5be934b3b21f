import { unwrap } from '@petstore/core';
import type { OpenStorage } from '@petstore/core';
import { openPostgresStorage, type PostgresStorageOptions } from '@petstore/storage-postgres';
import {
  encodeErrorMessage,
  startMessageProxy,
  startThrowawayPostgres,
  type ThrowawayPostgres,
} from '@petstore/test-support/postgres';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

/** A server that has ten connections, and three more for its superuser. */
let server: ThrowawayPostgres;
let client: pg.Client;
const rex = { name: 'Rex', categoryId: 1 };

beforeAll(async () => {
  server = await startThrowawayPostgres({ max_connections: '13', superuser_reserved_connections: '3' });
  client = new pg.Client(server.connectionString);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

describe('a server with fewer connections than a pool has', () => {
  test.each<[limit: string, connectionLimit: number, calls: number, owner: 'storage' | 'caller']>([
    ['nine are free', -1, 200, 'storage'],
    ['the role may have three', 3, 60, 'caller'],
    ['the role may have one', 1, 60, 'storage'],
  ])('stores every pet: %s (CONNECTION LIMIT %i), %i creations at once, on a pool of the %s', async (...given) => {
    const [, connectionLimit, calls, owner] = given;
    const { connectionString, table } = await newRole(connectionLimit);
    const pool = owner === 'storage' ? undefined : new pg.Pool({ connectionString, connectionTimeoutMillis: 20_000 });
    onTestFinished(() => pool?.end());
    const storage = await open(pool ? { pool, table } : { connectionString, connectTimeout: 20_000, table });
    const results = await Promise.all(Array.from({ length: calls }, async () => storage.insert(rex)));
    expect(results.filter((result) => result.isErr())).toEqual([]);
    expect(new Set(results.map((result) => unwrap(result).id)).size).toBe(calls);
  });

  test('lets creations wait until another program gives a connection back', async () => {
    const { connectionString, table } = await newRole(1);
    const storage = await open({ connectionString, connectTimeout: 20_000, table });
    void (await storage.close());
    const other = await connected(connectionString);
    const behindProxy = await counted(connectionString);
    const opening = openPostgresStorage({
      connectionString: behindProxy.connectionString,
      connectTimeout: 20_000,
      table,
    });
    await expect.poll(behindProxy.asked).toBeGreaterThanOrEqual(3);
    await other.end();
    const reopened = await unwrap(opening);
    onTestFinished(async () => void (await reopened.close()));
    expect((await reopened.insert(rex)).isOk()).toBe(true);
  });

  test('fails an opening that waits longer than connectTimeout, with what to do', async () => {
    const { connectionString, table } = await newRole(1);
    const storage = await open({ connectionString, table });
    void (await storage.close());
    const other = await connected(connectionString);
    onTestFinished(() => other.end());
    let message = '';
    // A busy machine may take longer than the first limits until the server's first answer.
    for (let connectTimeout = 1_500; message === '' || message.includes('timeout while'); connectTimeout *= 2) {
      const begun = performance.now();
      const opened = await openPostgresStorage({ connectionString, connectTimeout, table });
      expect(performance.now() - begun).toBeGreaterThanOrEqual(connectTimeout - 10);
      message = opened._unsafeUnwrapErr().message;
    }
    expect(message).toMatch(
      /could not be opened: there was no connection to PostgreSQL at .* \(too many connections for role .*\)\.$/,
    );
  });

  test('gets few requests for further connections while creations wait', async () => {
    const { connectionString, table } = await newRole(3);
    const behindProxy = await counted(connectionString);
    const storage = await open({ connectionString: behindProxy.connectionString, connectTimeout: 20_000, table });
    let left = 1_500;
    const creating = Array.from({ length: 60 }, async () => {
      while (left-- > 0) await unwrap(storage.insert(rex));
    });
    await Promise.all(creating);
    expect(behindProxy.asked()).toBeLessThan(150); // 350 if each of them asked
  });
});

test.each([
  ['53300', 'sorry, too many clients already'],
  ['57P03', 'the database system is starting up'],
  ['08P01', 'server login has been failing, try again later (server_login_retry)'],
])('a connection that is refused with %s (%s) is tried again: nothing was sent', async (code, text) => {
  let refusals = 3;
  const proxy = await startMessageProxy(server.port, ({ kind, client: caller }) => {
    if (kind !== '' || refusals === 0) return true;
    refusals -= 1;
    caller.end(encodeErrorMessage('FATAL', code, text));
    return false;
  });
  onTestFinished(() => proxy.close());
  const { connectionString, table } = await newRole(-1);
  const address = new URL(connectionString);
  address.port = String(proxy.port);
  const storage = await open({ connectionString: address.href, table });
  expect((await unwrap(storage.insert(rex))).id).toBe(1);
  expect(refusals).toBe(0);
});

describe('a connection that is accepted and closed, as by a proxy without a server,', () => {
  test.each<[how: string, owner: 'storage' | 'caller', end: (caller: Socket) => void]>([
    ['closed', 'storage', (caller) => caller.end()],
    ['closed', 'caller', (caller) => caller.end()],
    ['reset', 'storage', (caller) => caller.resetAndDestroy()],
    [
      'ended by a server that stops',
      'storage',
      (caller) => caller.end(encodeErrorMessage('FATAL', '57P01', 'shutting down')),
    ],
  ])('is tried again: %s, on a pool of the %s', async (_how, owner, end) => {
    const { from, lose } = await openBehindProxy(owner, end);
    const storage = await open(from);
    expect((await storage.insert(rex)).isOk()).toBe(true);
    const refused = lose(5);
    void (await storage.list({ limit: 1 })); // fails if it is sent before the end of its connection is read
    expect((await storage.insert(rex)).isOk()).toBe(true);
    expect(refused()).toBe(5);
    expect(await unwrap(storage.list({ limit: 9 }))).toHaveLength(2);
  });

  test('fails a creation and an opening within connectTimeout if there is none', async () => {
    const { from, lose } = await openBehindProxy('storage', (caller) => caller.end());
    const storage = await open({ ...from, connectTimeout: 5_000 });
    const refused = lose(Infinity);
    void (await storage.list({ limit: 1 }));
    const { outcome, message } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect(outcome).toBe('not_created');
    expect(message).toContain('there was no connection to');
    expect(refused()).toBeGreaterThan(1);
    const opened = await openPostgresStorage({ ...from, connectTimeout: 1_000 });
    expect(opened._unsafeUnwrapErr().message).toContain('could not be opened: there was no connection to');
  });

  /** Prepares a storage behind a proxy. `lose` ends its connections and the next new ones, and returns how many of these it ended. */
  async function openBehindProxy(owner: 'storage' | 'caller', end: (caller: Socket) => void) {
    const callers = new Set<Socket>();
    let left = 0;
    let refused = 0;
    const proxy = await startMessageProxy(server.port, ({ kind, client: caller }) => {
      callers.add(caller);
      if (kind !== '' || refused >= left) return true;
      refused += 1;
      end(caller);
      return false;
    });
    onTestFinished(() => proxy.close());
    const { connectionString, table } = await newRole(-1);
    const address = new URL(connectionString);
    address.port = String(proxy.port);
    const pool =
      owner === 'caller' ? new pg.Pool({ connectionString: address.href, connectionTimeoutMillis: 5_000 }) : undefined;
    onTestFinished(() => pool?.end());
    const from = pool ? { pool, table } : { connectionString: address.href, table };
    const lose = (count: number) => {
      left = count;
      for (const caller of callers) caller.destroy();
      return () => refused;
    };
    return { from, lose };
  }
});

test('a server that takes one connection at a time, such as PGlite, serves every call of a pool of one connection', async () => {
  let holder: Socket | undefined;
  let refused = 0;
  const proxy = await startMessageProxy(server.port, ({ kind, client: caller }) => {
    if (kind !== '') return true;
    if (holder?.destroyed === false) {
      refused += 1;
      caller.destroy();
      return false;
    }
    holder = caller;
    return true;
  });
  onTestFinished(() => proxy.close());
  const { connectionString, table } = await newRole(-1);
  const address = new URL(connectionString);
  address.port = String(proxy.port);
  const storage = await open({ connectionString: address.href, table, maxConnections: 1, connectTimeout: 60_000 });
  const results = await Promise.all(Array.from({ length: 60 }, async () => storage.insert(rex)));
  expect(results.filter((result) => result.isErr())).toEqual([]);
  expect(refused).toBe(0);
});

describe('maxConnections', () => {
  test.each([
    ['in the address', (address: string) => ({ connectionString: `${address}?maxConnections=2` })],
    [
      'as an option, which wins over that of the address',
      (address: string) => ({ connectionString: `${address}?maxConnections=9`, maxConnections: 2 }),
    ],
  ])('limits the number of connections: %s', async (_how, optionsFor) => {
    const { role, connectionString, table } = await newRole(-1);
    const storage = await open({ ...optionsFor(connectionString), table });
    let most = 0;
    // While the second connection is slow to start, the first one serves every call.
    while (most < 2) {
      await Promise.all(Array.from({ length: 50 }, async () => await unwrap(storage.insert(rex))));
      const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE usename = $1', [role]);
      most = Math.max(most, rows.length);
    }
    expect(most).toBe(2);
  });
});

/** Creates a role with a limit of connections (-1: none) and a schema. */
async function newRole(connectionLimit: number) {
  const role = `few_${Math.random().toString(36).slice(2)}`;
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2' CONNECTION LIMIT ${connectionLimit}`);
  await client.query(`CREATE SCHEMA ${role} AUTHORIZATION ${role}`);
  const address = new URL(server.connectionString);
  [address.username, address.password] = [role, 'hunter2'];
  return { role, connectionString: address.href, table: `${role}.pets` };
}

async function connected(connectionString: string): Promise<pg.Client> {
  for (;;) {
    const other = new pg.Client(connectionString);
    try {
      await other.connect();
      return other;
    } catch {
      // the connection of a closed storage is not gone yet
    }
  }
}

/** Returns the address behind a proxy, and how many connections were asked for. */
async function counted(connectionString: string) {
  let asked = 0;
  const proxy = await startMessageProxy(server.port, ({ kind }) => {
    if (kind === '') asked += 1;
    return true;
  });
  onTestFinished(() => proxy.close());
  const address = new URL(connectionString);
  address.port = String(proxy.port);
  return { connectionString: address.href, asked: () => asked };
}

async function open(options: PostgresStorageOptions): Promise<OpenStorage> {
  const storage = await unwrap(openPostgresStorage(options));
  onTestFinished(async () => void (await storage.close()));
  return storage;
}
