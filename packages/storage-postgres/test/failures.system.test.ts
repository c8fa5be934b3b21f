import { unwrap } from '@petstore/core';
import type { OpenStorage } from '@petstore/core';
import { bundleProgram } from '@petstore/test-support/program';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keepIdleConnections, rex, useTables } from './tables.ts';

const tables = useTables();

test('a creation whose connection the server ends has an unknown outcome, and is not sent again', async () => {
  const { table, storage } = await opened();
  const held = await lockTable(table);
  const inserting = storage.insert(rex);
  await terminate(await waitingBackends(table, 1));
  const { message } = (await inserting)._unsafeUnwrapErr();
  expect(message).toMatch(
    /^It is not known whether the pet was stored: PostgreSQL at .* failed \(.*\)\. Ask for the ids above the last that you know before you add it again\.$/,
  );
  await held.release();
  expect(await names(storage)).toEqual([]);
  expect((await storage.insert(rex)).isOk()).toBe(true);
});

test('a statement that takes too long is stopped by the server, and nothing is stored', async () => {
  const { table, storage } = await opened({ queryTimeout: 2_000 });
  const held = await lockTable(table);
  const { message } = (await storage.insert(rex))._unsafeUnwrapErr();
  expect(message).toMatch(/^The pet was not stored: PostgreSQL at .* refused it \(.* due to statement timeout\)\.$/);
  await held.release();
  expect(await names(storage)).toEqual([]);
  expect((await storage.insert(rex)).isOk()).toBe(true);
});

test('connections that are all in use fail a creation that waits too long, and nothing is stored', async () => {
  const pool = tables.newPool({ max: 1, connectionTimeoutMillis: 2_000 });
  const storage = await tables.open({ pool });
  const only = await pool.connect();
  const { message } = (await storage.insert(rex))._unsafeUnwrapErr();
  expect(message).toMatch(/^The pet was not stored: there was no connection to PostgreSQL at .* \(timeout/);
  only.release();
  expect((await unwrap(storage.insert(rex))).id).toBe(1);
  expect(await names(storage)).toEqual(['Rex']);
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
});

test.each([
  ['40001', 4, true],
  ['40001', 5, false],
])(
  'a conflict with other transactions, %s, raised %i times in a row, ends in success: %s',
  async (code, times, succeeds) => {
    const { table, storage } = await opened();
    const tries = await failFirst(table, code, times);
    const result = await storage.insert(rex);
    expect(result.isOk()).toBe(succeeds);
    if (result.isErr()) expect(result.error.message).toMatch(/^The pet was not stored: /);
    expect(await names(storage)).toEqual(succeeds ? ['Rex'] : []);
    expect(await tries()).toBe(succeeds ? times + 1 : times);
  },
);

/** Makes the first inserts fail, and counts all inserts: a rollback does not reset a sequence. */
async function failFirst(table: string, code: string, times: number) {
  await tables.client.query(`
    CREATE SEQUENCE ${table}_tries;
    CREATE FUNCTION ${table}_fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('${table}_tries') <= ${times} THEN RAISE EXCEPTION 'provoked' USING ERRCODE = '${code}'; END IF;
      RETURN new;
    END $$;
    CREATE TRIGGER fail BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_fail()`);
  return async () => {
    const { rows } = await tables.client.query<{ tries: string }>(`SELECT last_value AS tries FROM ${table}_tries`);
    return Number(rows[0]?.tries);
  };
}

describe('a table that changes while it is open', () => {
  test('and is dropped fails each call', async () => {
    const { table, storage } = await opened();
    await tables.client.query(`DROP TABLE ${table}`);
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toMatch(
      /^The pet was not stored: .*relation .* does not exist/,
    );
    expect((await storage.findById(1))._unsafeUnwrapErr().message).toMatch(
      /^The pets could not be read: .*relation .* does not exist/,
    );
  });

  test.each(['name TYPE varchar(99)', 'status TYPE $_enum USING status::$_enum'])(
    'in %s fails no call',
    async (change) => {
      const { table, storage } = await opened();
      const sold = { ...rex, status: 'sold' } as const;
      await unwrap(storage.insert(sold));
      expect(await unwrap(storage.list({ limit: 5, status: 'sold' }))).toHaveLength(1);
      await tables.client.query(
        `CREATE TYPE $_enum AS ENUM ('sold'); ALTER TABLE $ DROP CONSTRAINT ${table.split('.')[1]}_status_check;
        ALTER TABLE $ ALTER COLUMN ${change}`.replaceAll('$', table),
      );
      await unwrap(storage.insert(sold));
      expect(await unwrap(storage.list({ limit: 5, status: 'sold' }))).toHaveLength(2);
    },
  );
});

describe('the connections of a storage', () => {
  test.each([
    ['idle', true],
    ['closed after a failure, by a server that never closes them', false],
  ])('do not keep the process alive while they are %s', async (_state, isStored) => {
    let answers = true;
    const connectionString = await tables.behindProxy(({ content }) => {
      if (!isStored && content.includes('INSERT INTO')) answers = false; // not even to Terminate
      return answers;
    });
    const program = await bundleProgram(`${import.meta.dirname}/idle-child.ts`);
    const running = promisify(execFile)(process.execPath, [program, connectionString, tables.newTable()]);
    onTestFinished(() => void running.child.kill());
    expect(JSON.parse((await running).stdout)).toEqual({ isStored, sockets: [] });
  });

  test('tell the database that they are of petstore', async () => {
    const { storage } = await opened();
    expect((await storage.insert(rex)).isOk()).toBe(true);
    const { rows } = await tables.client.query("SELECT 1 FROM pg_stat_activity WHERE application_name = 'petstore'");
    expect(rows.length).toBeGreaterThan(0);
  });

  test('are gone after close, which lets calls in flight finish and refuses new ones', async () => {
    keepIdleConnections();
    const table = tables.newTable();
    const connections = namedConnections();
    const storage = await tables.open({ connectionString: connections.connectionString, table });
    const inserting = Promise.all(Array.from({ length: 50 }, async () => storage.insert(rex)));
    const closing = storage.close();
    const { message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect(message).toMatch(/ is closed\.$/);
    expect(outcome).toBe('not_created');
    expect((await closing).isOk()).toBe(true);
    expect((await storage.close()).isOk()).toBe(true);
    await expect.poll(() => connections.backends()).toBe(0);
    expect((await inserting).every((result) => result.isOk())).toBe(true);
    expect((await tables.client.query(`SELECT 1 FROM ${table}`)).rows).toHaveLength(50);
  });
});

/** Returns an address whose connections have a new name, and a function that counts their server processes. */
function namedConnections() {
  const name = `petstore_${Math.random().toString(36).slice(2)}`;
  const address = new URL(tables.connectionString);
  address.searchParams.set('application_name', name);
  const backends = async () =>
    (await tables.client.query('SELECT pid FROM pg_stat_activity WHERE application_name = $1', [name])).rowCount;
  return { connectionString: address.href, backends };
}

async function opened(limits: { queryTimeout?: number } = {}) {
  const table = tables.newTable();
  return { table, storage: await tables.open({ table, ...limits }) };
}

async function names(storage: OpenStorage): Promise<readonly string[]> {
  return (await unwrap(storage.list({ limit: 100 }))).map(({ name }) => name);
}

/** Locks a table, so that every statement on it waits. */
async function lockTable(table: string) {
  const client = new pg.Client(tables.connectionString);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return { release: () => client.end() };
}

/** Waits until this many statements wait for a table, and returns the server processes that run them. */
async function waitingBackends(table: string, count: number): Promise<readonly number[]> {
  for (;;) {
    const { rows } = await tables.client.query<{ pid: number }>(
      'SELECT pid FROM pg_locks WHERE relation = to_regclass($1) AND NOT granted',
      [table],
    );
    if (rows.length >= count) return rows.map(({ pid }) => pid);
  }
}

async function terminate(pids: readonly number[]): Promise<void> {
  await tables.client.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids]);
}
