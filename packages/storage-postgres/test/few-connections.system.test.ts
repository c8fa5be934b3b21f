import { unwrap } from '@petstore/core';
import { openPostgresStorage } from '@petstore/storage-postgres';
import {
  encodeErrorMessage,
  startMessageProxy,
  startThrowawayPostgres,
  type ClientMessage,
  type ThrowawayPostgres,
} from '@petstore/test-support/postgres';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { changeAddress, connectFrom, createUser, openUntilFinished, rex, type PoolOwner } from './tables.ts';

/** A server that has ten connections, and three more for its superuser. */
let server: ThrowawayPostgres;
let client: pg.Client;

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
  test.each<[limit: string, connectionLimit: number, calls: number, owner: PoolOwner]>([
    ['nine are free', -1, 200, 'of the storage'],
    ['the role may have three', 3, 60, 'of the caller'],
  ])('stores every pet: %s (CONNECTION LIMIT %i), %i creations at once, on a pool %s', async (...given) => {
    const [, connectionLimit, calls, owner] = given;
    const { connectionString, table } = await newRole(connectionLimit);
    const storage = await openUntilFinished({ ...connectFrom(owner, connectionString, 20_000), table });
    const results = await Promise.all(Array.from({ length: calls }, async () => storage.insert(rex)));
    expect(results.filter((result) => result.isErr())).toEqual([]);
    expect(new Set(results.map((result) => unwrap(result).id)).size).toBe(calls);
  });

  test('gets few requests for further connections while creations wait', async () => {
    let asked = 0;
    const { connectionString, table } = await newRole(3, ({ kind }) => {
      if (kind === '') asked += 1;
      return true;
    });
    const storage = await openUntilFinished({ connectionString, connectTimeout: 20_000, table });
    let left = 1_500;
    const creating = Array.from({ length: 60 }, async () => {
      while (left-- > 0) await unwrap(storage.insert(rex));
    });
    await Promise.all(creating);
    expect(asked).toBeLessThan(150); // 350 if each of them asked
  });
});

test.each([
  ['53300', 'sorry, too many clients already'],
  ['57P03', 'the database system is starting up'],
  ['08P01', 'server login has been failing, try again later (server_login_retry)'],
])('a connection that is refused with %s (%s) is tried again: nothing was sent', async (code, text) => {
  let refusals = 3;
  const { connectionString, table } = await newRole(-1, ({ kind, client: caller }) => {
    if (kind !== '' || refusals === 0) return true;
    refusals -= 1;
    caller.end(encodeErrorMessage('FATAL', code, text));
    return false;
  });
  const storage = await openUntilFinished({ connectionString, table });
  expect((await unwrap(storage.insert(rex))).id).toBe(1);
  expect(refusals).toBe(0);
});

describe('a connection that is accepted and closed, as by a proxy without a server,', () => {
  test.each<[how: string, owner: PoolOwner, end: (caller: Socket) => void]>([
    ['closed', 'of the storage', (caller) => caller.end()],
    ['reset', 'of the caller', (caller) => caller.resetAndDestroy()],
  ])('is tried again: %s, on a pool %s', async (_how, owner, end) => {
    const { from, lose } = await openBehindProxy(owner, end);
    const storage = await openUntilFinished(from);
    expect((await storage.insert(rex)).isOk()).toBe(true);
    const refused = lose(5);
    void (await storage.list({ limit: 1 })); // fails if it is sent before the end of its connection is read
    expect((await storage.insert(rex)).isOk()).toBe(true);
    expect(refused()).toBe(5);
    expect(await unwrap(storage.list({ limit: 9 }))).toHaveLength(2);
  });

  test('fails a creation and an opening after connectTimeout if there is none, with the reason', async () => {
    const full = encodeErrorMessage('FATAL', '53300', 'sorry, too many clients already');
    const { from, lose } = await openBehindProxy('of the storage', (caller) => caller.end(full));
    const storage = await openUntilFinished({ ...from, connectTimeout: 5_000 });
    const refused = lose(Infinity);
    void (await storage.list({ limit: 1 }));
    const { outcome, message } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect(outcome).toBe('not_created');
    expect(message).toMatch(/: there was no connection to PostgreSQL at .* \(sorry, too many clients already\)\.$/);
    expect(refused()).toBeGreaterThan(1);
    const opened = await openPostgresStorage({ ...from, connectTimeout: 1_000 });
    expect(opened._unsafeUnwrapErr().message).toContain('could not be opened: there was no connection to');
  });

  /** Prepares a storage behind a proxy. `lose` ends its connections and the next new ones, and returns how many of these it ended. */
  async function openBehindProxy(owner: PoolOwner, end: (caller: Socket) => void) {
    const callers = new Set<Socket>();
    let left = 0;
    let refused = 0;
    const { connectionString, table } = await newRole(-1, ({ kind, client: caller }) => {
      callers.add(caller);
      if (kind !== '' || refused >= left) return true;
      refused += 1;
      end(caller);
      return false;
    });
    const from = { ...connectFrom(owner, connectionString, 5_000), table };
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
  const { connectionString, table } = await newRole(-1, ({ kind, client: caller }) => {
    if (kind !== '') return true;
    if (holder?.destroyed === false) {
      refused += 1;
      caller.destroy();
      return false;
    }
    holder = caller;
    return true;
  });
  const storage = await openUntilFinished({ connectionString, table, maxConnections: 1, connectTimeout: 60_000 });
  const results = await Promise.all(Array.from({ length: 60 }, async () => storage.insert(rex)));
  expect(results.filter((result) => result.isErr())).toEqual([]);
  expect(refused).toBe(0);
});

test.each([
  ['in the address', (address: string) => ({ connectionString: `${address}?maxConnections=2` })],
  [
    'as an option, which wins over that of the address',
    (address: string) => ({ connectionString: `${address}?maxConnections=9`, maxConnections: 2 }),
  ],
])('maxConnections limits the number of connections: %s', async (_how, optionsFor) => {
  const { role, connectionString, table } = await newRole(-1);
  const storage = await openUntilFinished({ ...optionsFor(connectionString), table });
  let most = 0;
  // While the second connection is slow to start, the first one serves every call.
  while (most < 2) {
    await Promise.all(Array.from({ length: 50 }, async () => await unwrap(storage.insert(rex))));
    const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE usename = $1', [role]);
    most = Math.max(most, rows.length);
  }
  expect(most).toBe(2);
});

/** Creates a user with a limit of connections (-1: none). Its address may be that of a message proxy. */
async function newRole(connectionLimit: number, onMessage?: (message: ClientMessage) => boolean) {
  const user = await createUser(client, server.connectionString, connectionLimit);
  if (onMessage === undefined) return user;
  const proxy = await startMessageProxy(server.port, onMessage);
  onTestFinished(() => proxy.close());
  return { ...user, connectionString: changeAddress(user.connectionString, { port: String(proxy.port) }) };
}
