import { unwrap } from '@petstore/core';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTableStatement } from '../src/table.ts';
import { changeAddress, openUntilFinished, rex, useTables } from './tables.ts';

const tables = useTables();

describe('the table of the pets', () => {
  test('is created once if many open it at once', async () => {
    for (let round = 0; round < 10; round++) {
      const table = tables.newTable();
      const storages = await Promise.all(Array.from({ length: 12 }, () => tables.open({ table })));
      const pets = await Promise.all(storages.map(async (storage) => await unwrap(storage.insert(rex))));
      expect(new Set(pets.map(({ id }) => id)).size).toBe(12);
      await Promise.all(storages.map(async (storage) => storage.close()));
    }
  });

  test.each([
    ['commits', 'COMMIT'],
    ['rolls back', 'ROLLBACK'],
  ])('is created if another process creates it at the same time and %s', async (_what, ending) => {
    const table = tables.newTable();
    const other = new pg.Client(tables.connectionString);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query(`BEGIN; ${createTableStatement(table)}`);
    const opening = tables.open({ table });
    await untilBlockedBy(other);
    await other.query(ending);
    const storage = await opening;
    expect((await unwrap(storage.insert(rex))).id).toBe(1);
  });

  test('is named pets by default, and found along the search path', async () => {
    const schema = `${tables.schema}_named`;
    await tables.client.query(`CREATE SCHEMA ${schema}`);
    onTestFinished(async () => void (await tables.client.query(`DROP SCHEMA ${schema} CASCADE`)));
    for (const searchPath of [schema, `${tables.schema},${schema}`]) {
      const connectionString = withOptions(`-c search_path=${searchPath}`);
      const storage = await openUntilFinished({ connectionString });
      void (await storage.insert(rex));
    }
    const { rows } = await tables.client.query(`SELECT name FROM ${schema}.pets`);
    expect(rows).toHaveLength(2);
  });

  test.each(['Pets', `"; DROP TABLE pets; --`, '🐕', 'select', 'x'.repeat(63)])('may be named %s', async (name) => {
    const table = `${tables.schema}.${name}`;
    const storage = await tables.open({ table });
    const pet = await unwrap(storage.insert({ ...rex, status: 'sold' }));
    expect(await unwrap(storage.findById(pet.id))).toEqual(pet);
    expect(await unwrap(storage.list({ limit: 5, status: 'sold' }))).toEqual([pet]);
    const { rows } = await tables.client.query('SELECT 1 FROM pg_class WHERE relname = $1', [name]);
    expect(rows).toHaveLength(1);
  });

  test('is not created with createTable: false', async () => {
    const table = tables.newTable();
    expect(await tables.refusal({ table, createTable: false })).toMatch(/ does not exist\.$/);
    expect((await tables.client.query('SELECT to_regclass($1) AS found', [table])).rows).toEqual([{ found: null }]);
  });

  test('cannot be created in a schema that does not exist', async () => {
    const message = await tables.refusal({ table: 'no_such_schema.pets' });
    expect(message).toMatch(/\(schema "no_such_schema" does not exist\)\.$/);
  });

  test.each(['missing', 'there'])(
    'that is %s is refused by a database that only reads, like a standby',
    async (state) => {
      const table = tables.newTable();
      if (state === 'there') await tables.client.query(createTableStatement(table));
      const connectionString = withOptions('-c default_transaction_read_only=on');
      expect(await tables.refusal({ connectionString, table })).toMatch(
        /could not be opened: .* read-only transaction\)\.$/,
      );
    },
  );

  test('is refused in a database that cannot hold every character', async () => {
    const database = `${tables.schema}_latin1`;
    await tables.client.query(`CREATE DATABASE ${database} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    onTestFinished(async () => void (await tables.client.query(`DROP DATABASE ${database} WITH (FORCE)`)));
    const connectionString = changeAddress(tables.connectionString, { pathname: database });
    expect(await tables.refusal({ connectionString, table: 'pets' })).toMatch(/in encoding "LATIN1"\)\.$/);

    const client = new pg.Client(connectionString);
    await client.connect();
    const { rows } = await client.query("SELECT to_regclass('pets') AS found");
    await client.end();
    expect(rows).toEqual([{ found: null }]);
  });

  /** Waits until another session waits for the transaction of a client. */
  async function untilBlockedBy(client: pg.Client) {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const blocked = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
    while ((await tables.client.query(blocked, [rows[0]?.pid])).rows.length === 0);
  }

  function withOptions(options: string): string {
    return changeAddress(tables.connectionString, { search: `options=${encodeURIComponent(options)}` });
  }
});

test('a user needs USAGE, SELECT and INSERT on an existing table, and a failure says what to grant', async () => {
  const table = tables.newTable();
  await tables.open({ table });
  const { role, connectionString } = await tables.newRole(table);
  const storage = await tables.open({ connectionString, table });
  const pet = await unwrap(storage.insert(rex));
  expect(await tables.refusal({ connectionString })).toMatch(/permission denied for schema.*; GRANT/);

  await tables.client.query(`REVOKE INSERT ON ${table} FROM ${role}`);
  expect((await storage.insert(rex))._unsafeUnwrapErr().message).toMatch(/^The pet was not stored: .*; GRANT/);
  expect(await unwrap(storage.list({ limit: 5 }))).toEqual([pet]);
  expect(await tables.refusal({ connectionString, table })).toMatch(
    /permission denied for table .*; GRANT what is missing: .* INSERT/,
  );
});

test('the statements of a storage are prepared under names', async () => {
  const pool = tables.newPool({ max: 1 });
  const storage = await tables.open({ pool });
  const pet = await unwrap(storage.insert({ ...rex, status: 'sold' }));
  expect(await unwrap(storage.findById(1))).toEqual(pet);
  expect(await unwrap(storage.list({ limit: 5 }))).toEqual([pet]);
  expect(await unwrap(storage.list({ limit: 5, status: 'sold' }))).toEqual([pet]);
  const { rows } = await pool.query('SELECT statement FROM pg_prepared_statements');
  expect(rows).toHaveLength(4);
});

test('a prepared statement that a pooler loses costs no call and no connection, and is then sent unnamed', async () => {
  const pool = tables.newPool({ max: 1 });
  let connections = 0;
  pool.on('connect', () => (connections += 1));
  const storage = await tables.open({ pool });
  expect((await storage.insert(rex)).isOk()).toBe(true);
  await pool.query('DEALLOCATE ALL');
  expect((await storage.insert(rex)).isOk()).toBe(true);
  expect((await storage.list({ limit: 5 })).isOk()).toBe(true);
  expect((await pool.query('SELECT statement FROM pg_prepared_statements')).rows).toEqual([]);
  expect(connections).toBe(1);
});

describe('a pool of the caller', () => {
  test('may serve several storages, which do not end it', async () => {
    const pool = tables.newPool({ max: 2 });
    const storages = await Promise.all([tables.open({ pool }), tables.open({ pool })]);
    for (const storage of [...storages, ...storages]) expect((await storage.insert(rex)).isOk()).toBe(true);
    for (const storage of storages) void (await storage.close());
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('gets one listener of each kind, whatever the number of storages and calls', async () => {
    const pool = tables.newPool({ max: 1 });
    const connection = await pool.connect();
    const count = () => ['error', 'acquire'].map((event) => pool.listenerCount(event));
    const before = [...count(), connection.listenerCount('error')];
    connection.release();
    for (let count = 0; count < 2; count++) {
      const storage = await tables.open({ pool });
      for (let id = 1; id <= 3; id++) expect((await storage.insert(rex)).isOk()).toBe(true);
      void (await storage.close());
    }
    const same = await pool.connect();
    const after = [...count(), same.listenerCount('error')];
    same.release();
    expect(same).toBe(connection);
    expect(after).toEqual(before.map((listeners) => listeners + 1));
  });

  test('may have parsers of values', async () => {
    const types = { getTypeParser: () => () => 'parsed otherwise' };
    const pool = tables.newPool({ types });
    const storage = await tables.open({ pool });
    expect(await unwrap(storage.insert(rex))).toEqual({ id: 1, ...rex });
    expect(await unwrap(storage.list({ limit: 5 }))).toEqual([{ id: 1, ...rex }]);
  });

  test('that is ended makes calls fail', async () => {
    const pool = new pg.Pool({ connectionString: tables.connectionString, connectionTimeoutMillis: 5_000 });
    const storage = await tables.open({ pool });
    await pool.end();
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toMatch(/^The pet was not stored: .*pool/);
    expect((await storage.close()).isOk()).toBe(true);
  });
});
