import { unwrap } from '@petstore/core';
import { openPostgresStorage } from '@petstore/storage-postgres';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTableStatement } from '../src/table.ts';
import { useTables } from './tables.ts';

const tables = useTables();
const rex = { name: 'Rex', categoryId: 1 };

describe('the table', () => {
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
    const opening = openPostgresStorage({ connectionString: tables.connectionString, table });
    await untilBlockedBy(other);
    await other.query(ending);
    const storage = await unwrap(opening);
    expect((await unwrap(storage.insert(rex))).id).toBe(1);
    void (await storage.close());
  });

  test('is named pets by default, and found along the search path', async () => {
    const schema = `${tables.schema}_named`;
    await tables.client.query(`CREATE SCHEMA ${schema}`);
    onTestFinished(async () => void (await tables.client.query(`DROP SCHEMA ${schema} CASCADE`)));
    for (const searchPath of [schema, `${tables.schema},${schema}`]) {
      const connectionString = withOptions(`-c search_path=${searchPath}`);
      const storage = await unwrap(openPostgresStorage({ connectionString }));
      void (await storage.insert(rex));
      void (await storage.close());
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
    void (await storage.close());
    const { rows } = await tables.client.query('SELECT 1 FROM pg_class WHERE relname = $1', [name]);
    expect(rows).toHaveLength(1);
  });

  test('is not created with createTable: false', async () => {
    const table = tables.newTable();
    const opened = await openPostgresStorage({
      connectionString: tables.connectionString,
      table,
      createTable: false,
    });
    expect(opened._unsafeUnwrapErr().message).toMatch(/ does not exist\.$/);
    expect((await tables.client.query('SELECT to_regclass($1) AS found', [table])).rows).toEqual([{ found: null }]);
  });

  test('is a failure if it does not exist after its creation', async () => {
    const commandComplete = Buffer.from('C\0\0\0\x11CREATE TABLE\0', 'latin1');
    const readyForQuery = Buffer.from('Z\0\0\0\x05I', 'latin1');
    let creations = 0;
    const connectionString = await tables.behindProxy(({ kind, content, client }) => {
      if (kind !== 'Q' || !content.startsWith('CREATE')) return true;
      creations += 1;
      client.write(Buffer.concat([commandComplete, readyForQuery]));
      return false;
    });
    const opened = await openPostgresStorage({ connectionString, table: tables.newTable() });
    expect(opened._unsafeUnwrapErr().message).toMatch(/ does not exist\.$/);
    expect(creations).toBe(1);
  });

  test('cannot be created in a schema that does not exist', async () => {
    const opened = await openPostgresStorage({
      connectionString: tables.connectionString,
      table: 'no_such_schema.pets',
    });
    expect(opened._unsafeUnwrapErr().message).toMatch(/\(schema "no_such_schema" does not exist\)\.$/);
  });

  test.each(['missing', 'there'])(
    'that is %s is refused by a database that only reads, like a standby',
    async (state) => {
      const table = tables.newTable();
      if (state === 'there') await tables.client.query(createTableStatement(table));
      const connectionString = withOptions('-c default_transaction_read_only=on');
      const opened = await openPostgresStorage({ connectionString, table });
      expect(opened._unsafeUnwrapErr().message).toMatch(/could not be opened: .* read-only transaction\)\.$/);
    },
  );

  test('is refused in a database that cannot hold every character', async () => {
    const database = `${tables.schema}_latin1`;
    await tables.client.query(`CREATE DATABASE ${database} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    onTestFinished(async () => void (await tables.client.query(`DROP DATABASE ${database} WITH (FORCE)`)));
    const address = new URL(tables.connectionString);
    address.pathname = database;
    const opened = await openPostgresStorage({ connectionString: address.href });
    expect(opened._unsafeUnwrapErr().message).toMatch(/in encoding "LATIN1"\)\.$/);

    const client = new pg.Client(address.href);
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
    const address = new URL(tables.connectionString);
    address.searchParams.set('options', options);
    return address.href;
  }
});

describe('a user', () => {
  test('needs USAGE, SELECT and INSERT on an existing table, and names what is missing', async () => {
    const { role, connectionString } = await newRole();
    const table = tables.newTable();
    void (await (await tables.open({ table })).close());
    const opening = async () => openPostgresStorage({ connectionString, table, createTable: false });

    expect((await opening())._unsafeUnwrapErr().message).toMatch(/permission denied for schema.*GRANT/);
    await tables.client.query(`GRANT USAGE ON SCHEMA ${tables.schema} TO ${role}`);
    expect((await opening())._unsafeUnwrapErr().message).toMatch(
      /permission denied for table .*; GRANT what is missing: .* SELECT/,
    );
    await tables.client.query(`GRANT SELECT ON ${table} TO ${role}`);
    expect((await opening())._unsafeUnwrapErr().message).toMatch(
      /permission denied for table .*; GRANT what is missing: .* INSERT/,
    );
    await tables.client.query(`GRANT INSERT ON ${table} TO ${role}`);

    const storage = unwrap(await opening());
    const pet = await unwrap(storage.insert(rex));
    expect(await unwrap(storage.list({ limit: 5 }))).toEqual([pet]);
    await tables.client.query(`REVOKE INSERT ON ${table} FROM ${role}`);
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toMatch(/^The pet was not stored: .*GRANT/);
    expect(await unwrap(storage.list({ limit: 5 }))).toEqual([pet]);
    void (await storage.close());
  });

  test('needs CREATE on the schema only to create the table', async () => {
    const { role, connectionString } = await newRole();
    const table = tables.newTable();
    await tables.client.query(`GRANT USAGE ON SCHEMA ${tables.schema} TO ${role}`);
    const refused = (await openPostgresStorage({ connectionString, table }))._unsafeUnwrapErr();
    expect(refused.message).toMatch(/permission denied for schema.*; GRANT/);

    await tables.client.query(`GRANT CREATE ON SCHEMA ${tables.schema} TO ${role}`);
    void (await (await unwrap(openPostgresStorage({ connectionString, table }))).close());
    await tables.client.query(`REVOKE CREATE ON SCHEMA ${tables.schema} FROM ${role}`);
    const storage = await unwrap(openPostgresStorage({ connectionString, table }));
    expect((await storage.insert(rex)).isOk()).toBe(true);
    void (await storage.close());
  });

  /** Creates a user without rights. */
  async function newRole() {
    const role = `${tables.schema}_${Math.random().toString(36).slice(2)}`;
    await tables.client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
    onTestFinished(async () => {
      await tables.client.query(`DROP OWNED BY ${role}`);
      await tables.client.query(`DROP ROLE ${role}`);
    });
    const address = new URL(tables.connectionString);
    [address.username, address.password] = [role, 'hunter2'];
    return { role, connectionString: address.href };
  }
});

describe.each([
  "search_path=''",
  'search_path=information_schema,pg_catalog',
  'standard_conforming_strings=off',
  'transform_null_equals=on',
  'default_transaction_isolation=serializable',
  'plan_cache_mode=force_generic_plan',
])('the setting %s of a database', (setting) => {
  test('changes neither which tables are refused nor what a pet is', async () => {
    const role = `${tables.schema}_set`;
    const [name, value] = setting.split('=') as [string, string];
    await tables.client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
    onTestFinished(async () => void (await tables.client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)));
    await tables.client.query(
      `ALTER ROLE ${role} SET ${name} = ${value}; GRANT ALL ON SCHEMA ${tables.schema} TO ${role}`,
    );
    const address = new URL(tables.connectionString);
    [address.username, address.password] = [role, 'hunter2'];
    const [table, other] = [tables.newTable(), tables.newTable()];
    const pet = { name: String.raw`O'Hara\'; \x41`, categoryId: -(2n ** 63n), status: 'sold' as const };
    for (const round of [1, 2]) {
      const storage = await unwrap(openPostgresStorage({ connectionString: address.href, table }));
      const created = await unwrap(storage.insert(pet));
      expect(created).toEqual({ id: created.id, ...pet });
      expect(await unwrap(storage.list({ limit: 9, status: 'sold' }))).toHaveLength(round);
      void (await storage.close());
    }
    await tables.client.query(`CREATE TABLE ${other} (id bigint); GRANT ALL ON ${other} TO ${role}`);
    const refused = await openPostgresStorage({ connectionString: address.href, table: other });
    expect(refused._unsafeUnwrapErr().message).toContain('it failed a trial (column "name" does not exist)');
  });
});

describe('statements', () => {
  test('are prepared under names', async () => {
    const pool = tables.newPool({ max: 1 });
    const storage = await unwrap(openPostgresStorage({ pool, table: tables.newTable() }));
    const pet = await unwrap(storage.insert({ ...rex, status: 'sold' }));
    expect(await unwrap(storage.findById(1))).toEqual(pet);
    expect(await unwrap(storage.list({ limit: 5 }))).toEqual([pet]);
    expect(await unwrap(storage.list({ limit: 5, status: 'sold' }))).toEqual([pet]);
    const { rows } = await pool.query('SELECT statement FROM pg_prepared_statements');
    expect(rows).toHaveLength(4);
    void (await storage.close());
  });
});

describe('a prepared statement, behind a pooler that', () => {
  test('loses it, fails no call and costs no connection: from then on, statements have no names', async () => {
    const { pool, storage, connections } = await openCounted(tables.newTable());
    await pool.query('DEALLOCATE ALL');
    expect((await storage.insert(rex)).isOk()).toBe(true);
    expect((await storage.list({ limit: 5 })).isOk()).toBe(true);
    expect((await pool.query('SELECT statement FROM pg_prepared_statements')).rows).toEqual([]);
    expect(connections()).toBe(1);
  });

  test('has another one of its name, fails no call and costs no connection', async () => {
    const table = tables.newTable();
    const first = await openCounted(table);
    const { rows } = await first.pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements');
    const second = await openCounted(table, rows.map(({ name }) => `PREPARE "${name}" AS SELECT 1`).join('; '));
    expect((await second.storage.insert(rex)).isOk()).toBe(true);
    expect(await unwrap(second.storage.list({ limit: 5 }))).toHaveLength(3);
    expect(second.connections()).toBe(1);
  });

  /** Opens a storage on a pool of one connection, and creates a pet. */
  async function openCounted(table: string, firstStatement = 'SELECT 1') {
    const pool = tables.newPool({ max: 1 });
    let connections = 0;
    pool.on('connect', () => (connections += 1));
    await pool.query(firstStatement);
    const storage = await unwrap(openPostgresStorage({ pool, table }));
    expect((await storage.insert(rex)).isOk()).toBe(true);
    return { pool, storage, connections: () => connections };
  }
});

describe('a pool of the caller', () => {
  test('may serve several storages, which do not end it', async () => {
    const pool = tables.newPool({ max: 2 });
    const storages = await Promise.all(
      [tables.newTable(), tables.newTable()].map(async (table) => await unwrap(openPostgresStorage({ pool, table }))),
    );
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
    for (const table of [tables.newTable(), tables.newTable()]) {
      const storage = await unwrap(openPostgresStorage({ pool, table }));
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
    const storage = await unwrap(openPostgresStorage({ pool, table: tables.newTable() }));
    expect(await unwrap(storage.insert(rex))).toEqual({ id: 1, ...rex });
    expect(await unwrap(storage.list({ limit: 5 }))).toEqual([{ id: 1, ...rex }]);
    void (await storage.close());
  });

  test('that is ended makes calls fail', async () => {
    const pool = new pg.Pool({ connectionString: tables.connectionString, connectionTimeoutMillis: 5_000 });
    const storage = await unwrap(openPostgresStorage({ pool, table: tables.newTable() }));
    await pool.end();
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toMatch(/^The pet was not stored: .*pool/);
    expect((await storage.close()).isOk()).toBe(true);
  });
});
