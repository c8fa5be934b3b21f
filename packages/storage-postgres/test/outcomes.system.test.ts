import { unwrap, type OpenStorage, type StorageFailure } from '@petstore/core';
import { encodeErrorMessage, type ClientMessage } from '@petstore/test-support/postgres';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { rex, useTables } from './tables.ts';

const tables = useTables();
const readyForQuery = Buffer.from('Z\0\0\0\x05I', 'latin1');

test('a server that dies during a commit and reports a PANIC leaves the outcome unknown', async () => {
  const text = 'could not write to file "pg_wal/xlogtemp.1": No space left on device';
  // The proxy lets the server commit, and answers the client itself.
  const { storage, table } = await openBehindProxy(({ kind, client, server }) => {
    if (kind !== 'S') return true;
    server.removeAllListeners('data');
    server.once('data', () => client.end(encodeErrorMessage('PANIC', '53100', text)));
    return true;
  });
  const { message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
  expect(outcome).toBe('unknown');
  expect(message).toMatch(/^It is not known whether the pet was stored: /);
  expect(message).toContain(text);
  expect(message).toContain('Ask for the ids above the last that you know before');
  const { rows } = await tables.client.query(`SELECT name FROM ${table}`);
  expect(rows).toEqual([{ name: 'Rex' }]);
});

test.each([
  ['57P05', 'terminating connection due to idle-session timeout'],
  ['25P03', 'terminating connection due to idle-in-transaction timeout'],
  ['08P01', 'client_idle_timeout'],
  ['08P01', 'query_wait_timeout'],
  ['08P01', 'server login has been failing, try again later (server_login_retry)'],
])('a connection that ended (%s %s) before the server had the pet: it is sent again', async (code, text) => {
  let ended = 0;
  const { storage, inserts } = await openBehindProxy(({ kind, client }) => {
    if (ended === 2) return true;
    if (kind === 'S') {
      ended += 1;
      client.end(encodeErrorMessage('FATAL', code, text));
    }
    return false;
  });
  expect(await unwrap(storage.insert(rex))).toEqual({ id: 1, ...rex });
  expect(inserts()).toBe(3);
});

test('a connection that ended in the message that accepted it: the pet is sent over another one', async () => {
  let connections = 0;
  const connectionString = await tables.behindProxy(({ kind, client, server }) => {
    if (kind !== '' || (connections += 1) !== 2) return true;
    server.removeAllListeners('data').on('data', (bytes: Buffer) => {
      const isAccepted = bytes.subarray(-readyForQuery.length).equals(readyForQuery);
      client.write(isAccepted ? Buffer.concat([bytes, encodeErrorMessage('FATAL', '57P01', 'terminating')]) : bytes);
    });
    return true;
  });
  const storage = await tables.open({ connectionString });
  const pets = await Promise.all([unwrap(storage.insert(rex)), unwrap(storage.insert(rex))]); // one needs a second connection
  expect(await unwrap(storage.list({ limit: 5 }))).toEqual(pets.toSorted((a, b) => a.id - b.id));
  expect(connections).toBeGreaterThan(1);
});

test('a pet is not sent over a connection that is closing, but over another one', async () => {
  const pool = tables.newPool({ max: 1 });
  const storage = await tables.open({ pool });
  const connection = await pool.connect();
  (connection as unknown as pg.Client).connection.stream.end();
  connection.release();
  expect((await storage.insert(rex)).isOk()).toBe(true);
});

test('a pet that is sent over a connection that was reset before is sent again', async () => {
  const clients = new Set<Socket>();
  const connectionString = await tables.behindProxy(({ client }) => Boolean(clients.add(client)));
  const storage = await tables.open({ connectionString });
  for (const client of clients) client.resetAndDestroy();
  expect((await storage.insert(rex)).isOk()).toBe(true); // sent in this turn of the event loop, before the reset is read
  expect(await unwrap(storage.list({ limit: 5 }))).toHaveLength(1);
});

test('a server that refuses a pet and keeps the session reports an ERROR, and the pet was not stored', async () => {
  const text = 'disk full';
  const { storage, inserts } = await openBehindProxy(({ kind, client }) => {
    if (kind === 'S') client.write(Buffer.concat([encodeErrorMessage('ERROR', '53100', text), readyForQuery]));
    return false;
  });
  const { message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
  expect(outcome).toBe('not_created');
  expect(message).toMatch(/^The pet was not stored: /);
  expect(message).toContain(text);
  expect(inserts()).toBe(1);
});

test('a pet is not stored if the database only reads from now on, like a primary that became a standby', async () => {
  const { storage, table } = await openBehindProxy(() => true);
  const { connectionString, role } = await tables.newRole(table);
  void (await storage.close());
  const demoted = await tables.open({ connectionString, table });
  await tables.client.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
  await tables.client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  const { outcome, message } = await firstAnswer(demoted);
  expect(outcome).toBe('not_created');
  expect(message).toMatch(/^The pet was not stored: .*read-only transaction\)\.$/);
  expect(await unwrap(demoted.list({ limit: 1 }))).toEqual([]);
});

/** Creates pets until the database answers: the connections that were ended fail first. */
async function firstAnswer(storage: OpenStorage): Promise<StorageFailure> {
  for (;;) {
    const failure = (await storage.insert(rex))._unsafeUnwrapErr();
    if (failure.outcome === 'not_created') return failure;
  }
}

/**
 * Opens a storage behind a proxy.
 *
 * @param onInsert called for each message of an INSERT, from Parse to Sync; returns whether to pass it on
 */
async function openBehindProxy(onInsert: (message: ClientMessage) => boolean) {
  let [inserting, inserts] = [false, 0];
  const connectionString = await tables.behindProxy((message) => {
    if (message.kind === 'P' && message.content.includes('INSERT INTO')) {
      inserting = true;
      inserts += 1;
    }
    if (!inserting) return true;
    inserting = message.kind !== 'S';
    return onInsert(message);
  });
  const table = tables.newTable();
  const storage = await tables.open({ connectionString, table });
  return { storage, table, inserts: () => inserts };
}
