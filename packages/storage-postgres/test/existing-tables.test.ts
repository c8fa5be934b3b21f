import { unwrap } from '@petstore/core';
import { openPostgresStorage } from '@petstore/storage-postgres';
import { describe, expect, test } from 'vitest';
import { useTables } from './tables.ts';

const tables = useTables();

const id = 'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY';
const name = 'name text NOT NULL';
const category = 'category_id bigint NOT NULL';
const status = 'status text';
const index = 'UNIQUE (status, id)';
const table = (...parts: readonly string[]) => `CREATE TABLE $ (${parts.join(', ')})`;
const whole = table(id, name, category, status, index);

describe('a table that cannot hold pets is refused with a reason, and left as it is:', () => {
  test.each([
    ['no id', table(name, category, status), 'no column id'],
    ['no name', table(id, category, status, index), 'no column name'],
    ['no category_id', table(id, name, status, index), 'no column category_id'],
    ['no status', table(id, name, category), 'no column status'],
    ['a name with a capital letter', table(id, '"Name" text NOT NULL', category, status, index), 'no column name'],
    [
      'an id of a smaller type',
      table('id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY', name, category, status, index),
      'column id of type integer',
    ],
    [
      'names of limited length',
      table(id, 'name varchar(20) NOT NULL', category, status, index),
      'column name of type character varying',
    ],
    [
      'a category of a smaller type',
      table(id, name, 'category_id int NOT NULL', status, index),
      'column category_id of type integer',
    ],
    ['a status that is not text', table(id, name, category, 'status integer', index), 'column status of type integer'],
    [
      'a name that may be NULL',
      table(id, 'name text', category, status, index),
      'column name of type text, not text NOT NULL',
    ],
    [
      'a category that may be NULL',
      table(id, name, 'category_id bigint', status, index),
      'column category_id of type bigint, not bigint NOT NULL',
    ],
    [
      'a status that must not be NULL',
      table(id, name, category, 'status text NOT NULL', index),
      'column status of type text NOT NULL',
    ],
    ['an id without a default', table('id bigint PRIMARY KEY', name, category, status, index), 'column id that'],
    ['another required column', table(id, name, category, status, index, 'age int NOT NULL'), 'column age that'],
    [
      'no primary key',
      table('id bigint GENERATED ALWAYS AS IDENTITY', name, category, status, index),
      'no primary key on the column id',
    ],
    [
      'another primary key',
      table('id bigint GENERATED ALWAYS AS IDENTITY', name, category, status, index, 'PRIMARY KEY (id, category_id)'),
      'no primary key on the column id',
    ],
    [
      'a unique index that only includes the id',
      table('id bigserial', name, category, status, index, 'UNIQUE (category_id) INCLUDE (id)'),
      'no primary key on the column id',
    ],
    ['no index', table(id, name, category, status), 'no index'],
    [
      'an index that only includes',
      table(id, name, category, status, 'UNIQUE (name) INCLUDE (status, id)'),
      'no index',
    ],
    [
      'an index without an order',
      `${table(id, name, category, status)}; CREATE INDEX ON $ USING brin (status, id)`,
      'no index',
    ],
    ['an index in the other order', table(id, name, category, status, 'UNIQUE (id, status)'), 'no index'],
    [
      'a partial index',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (status, id) WHERE id > 5`,
      'no index',
    ],
    [
      'an index that does not sort ids',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (status) INCLUDE (id)`,
      'no index',
    ],
    [
      'an index whose creation failed halfway',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (status, id);
        UPDATE pg_index SET indisvalid = false WHERE indrelid = '$'::regclass AND NOT indisprimary`,
      'no index',
    ],
    [
      'an index with NULLs first',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (status NULLS FIRST, id)`,
      'no index',
    ],
    [
      'an index in the order of another language',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (status COLLATE "POSIX", id)`,
      'no index',
    ],
    [
      'an index for patterns',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (status text_pattern_ops, id)`,
      'no index',
    ],
    [
      'an index of an expression',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (lower(status), id)`,
      'no index',
    ],
    ['a descending index', `${table(id, name, category, status)}; CREATE INDEX ON $ (status, id DESC)`, 'no index'],
    ['a view', `CREATE VIEW $ AS SELECT 1::bigint AS id`, 'not a table'],
    ['a materialized view', `CREATE MATERIALIZED VIEW $ AS SELECT 1::bigint AS id`, 'not a table'],
    ['a sequence', 'CREATE SEQUENCE $', 'not a table'],
    ['a type', 'CREATE TYPE $ AS (id bigint)', 'not a table'],
    ['an unlogged table', whole.replace('TABLE', 'UNLOGGED TABLE'), 'unlogged'],
  ])('%s', async (_what, sql, reason) => {
    const at = tables.newTable();
    await tables.client.query(sql.replaceAll('$', at));
    const before = await describeTable(at);
    const { message } = (
      await openPostgresStorage({ connectionString: tables.connectionString, table: at })
    )._unsafeUnwrapErr();
    expect(message).toMatch(
      /^The table [^\n]+ in PostgreSQL at [^\n]+ cannot hold pets, and was left as it is: it [^\n]+\.$/,
    );
    expect(message).toContain(reason);
    expect(message).toContain(at);
    expect(await describeTable(at)).toEqual(before);
  });

  test('the name of a domain', async () => {
    const at = tables.newTable();
    await tables.client.query(`CREATE DOMAIN ${at} AS text`);
    const opened = await openPostgresStorage({ connectionString: tables.connectionString, table: at });
    expect(opened._unsafeUnwrapErr().message).toContain('already exists');
  });

  function describeTable(at: string) {
    return tables.client
      .query(`SELECT attname, atttypid, attnotnull FROM pg_attribute WHERE attrelid = to_regclass($1)`, [at])
      .then(({ rows }) => rows as unknown[]);
  }
});

describe('an existing table is used if it can hold pets:', () => {
  test.each([
    ['of the same shape', whole],
    ['with a serial id', table('id bigserial PRIMARY KEY', name, category, status, index)],
    [
      'with parameters of its indexes',
      table(`${id} WITH (fillfactor=90)`, name, category, status, `${index} WITH (fillfactor=90)`),
    ],
    [
      'with an index in which NULLs are not distinct',
      table(id, name, category, status, 'UNIQUE NULLS NOT DISTINCT (status, id)'),
    ],
    [
      'with a primary key that includes a name',
      table('id bigserial', name, category, status, index, 'PRIMARY KEY (id) INCLUDE (name)'),
    ],
    ['with a longer index', `${table(id, name, category, status)}; CREATE INDEX ON $ (status, id, name)`],
    [
      'with further columns',
      table(id, name, category, status, index, "born date, colour text NOT NULL DEFAULT 'brown'"),
    ],
    [
      'with columns that were dropped',
      `${table('gone text NOT NULL', id, 'gone_too int NOT NULL', name, category, status, index)};
        ALTER TABLE $ DROP COLUMN gone, DROP COLUMN gone_too`,
    ],
    [
      'with domains',
      `CREATE DOMAIN $_name AS text NOT NULL; CREATE DOMAIN $_id AS bigint;
        ${table(id, 'name $_name', 'category_id $_id NOT NULL', status, index)}`,
    ],
    [
      'with further columns that are generated or have a domain with a default',
      `CREATE DOMAIN $_age AS int NOT NULL DEFAULT 3;
        ${table(id, name, category, status, index, 'age $_age, minus bigint NOT NULL GENERATED ALWAYS AS (- category_id) STORED')}`,
    ],
    ['with another order of columns', table(index, status, category, name, id)],
  ])('%s', async (_what, sql) => {
    const at = tables.newTable();
    await tables.client.query(sql.replaceAll('$', at));
    const storage = await tables.open({ table: at, createTable: false });
    const pet = await unwrap(storage.insert({ name: 'Rex', categoryId: 2n ** 63n - 1n, status: 'sold' }));
    expect(await unwrap(storage.list({ limit: 9, status: 'sold' }))).toEqual([pet]);
    void (await storage.close());
  });

  test('but an id beyond the safe integers is not stored', async () => {
    const at = tables.newTable();
    await tables.client.query(whole.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    for (const next of ['9007199254740992', '9007199254740993', '9223372036854775807']) {
      await tables.client.query(`SELECT setval(pg_get_serial_sequence('${at}', 'id'), ${next}, false)`);
      const { message } = (await storage.insert({ name: 'Rex', categoryId: 1 }))._unsafeUnwrapErr();
      expect(message).toMatch(/^The pet was not stored: .* assigned an id that is not from 1 to 9007199254740991/);
    }
    expect((await tables.client.query(`SELECT * FROM ${at}`)).rows).toEqual([]);
    await tables.client.query(`SELECT setval(pg_get_serial_sequence('${at}', 'id'), 9007199254740991, false)`);
    expect((await unwrap(storage.insert({ name: 'Rex', categoryId: 1 }))).id).toBe(Number.MAX_SAFE_INTEGER);
    void (await storage.close());
  });

  test('but an id below 1 is not stored', async () => {
    const at = tables.newTable();
    const counting = whole.replace('AS IDENTITY', 'AS IDENTITY (MINVALUE -5 START -1)');
    await tables.client.query(counting.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    for (const id of [-1, 0]) {
      const { message } = (await storage.insert({ name: `${id}`, categoryId: 1 }))._unsafeUnwrapErr();
      expect(message).toContain('assigned an id that is not from 1');
    }
    const pet = await unwrap(storage.insert({ name: '1', categoryId: 1 }));
    expect(await unwrap(storage.list({ limit: 9 }))).toEqual([pet]);
    void (await storage.close());
  });

  test('but a pet that a trigger drops was not stored', async () => {
    const storage = await openWithTrigger('RETURN NULL;');
    const { message, outcome } = (await storage.insert({ name: 'Rex', categoryId: 1 }))._unsafeUnwrapErr();
    expect(message).toMatch(/did not store the pet: a trigger or a rule/);
    expect(outcome).toBe('unknown'); // a rule may have put it into another table
    expect(await unwrap(storage.list({ limit: 9 }))).toEqual([]);
    void (await storage.close());
  });

  test('and a pet that a trigger changes is returned as it is stored', async () => {
    const storage = await openWithTrigger('NEW.name = trim(NEW.name); RETURN NEW;');
    const pet = await unwrap(storage.insert({ name: ' Rex ', categoryId: 1, status: 'sold' }));
    expect(pet).toEqual({ id: 1, name: 'Rex', categoryId: 1, status: 'sold' });
    expect(await unwrap(storage.list({ limit: 9 }))).toEqual([pet]);
    void (await storage.close());
  });

  test.each([
    ['an id beyond the safe integers', '9007199254740992', 'available'],
    ['an unknown status', '1', 'lost'],
  ])('but a row with %s is a failure, not a pet', async (_what, rowId, rowStatus) => {
    const at = tables.newTable();
    await tables.client.query(whole.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    await tables.client.query(
      `INSERT INTO ${at} (id, name, category_id, status) OVERRIDING SYSTEM VALUE VALUES (${rowId}, 'Rex', 1, '${rowStatus}')`,
    );
    const { message } = (await storage.list({ limit: 9 }))._unsafeUnwrapErr();
    expect(message).toMatch(/holds a row that is not a pet/);
    expect(message).toContain(rowId);
    void (await storage.close());
  });
});

describe('the table that is created', () => {
  test('refuses rows that are not pets, even from another program', async () => {
    const at = tables.newTable();
    void (await (await tables.open({ table: at })).close());
    const insert = (columns: string, values: string) =>
      tables.client.query(`INSERT INTO ${at} (${columns}) OVERRIDING SYSTEM VALUE VALUES (${values})`);
    for (const [columns, values] of [
      ['name, category_id, status', `'Rex', 1, 'lost'`],
      ['name, category_id', `NULL, 1`],
      ['name, category_id', `'Rex', NULL`],
      ['id, name, category_id', `0, 'Rex', 1`],
      ['id, name, category_id', `9007199254740992, 'Rex', 1`],
    ] as const) {
      await expect(insert(columns, values)).rejects.toThrow(/violates/);
    }
  });

  test('has no id left after the largest safe integer, and says so', async () => {
    const at = tables.newTable();
    const storage = await tables.open({ table: at });
    await tables.client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), 9007199254740990)`, [at]);
    expect((await unwrap(storage.insert({ name: 'Rex', categoryId: 1 }))).id).toBe(Number.MAX_SAFE_INTEGER);
    expect((await storage.insert({ name: 'Rex', categoryId: 1 }))._unsafeUnwrapErr().message).toMatch(
      /^The pet was not stored: .*reached maximum value of sequence/,
    );
    void (await storage.close());
  });

  test('is readable in SQL', async () => {
    const at = tables.newTable();
    const storage = await tables.open({ table: at });
    void (await storage.insert({ name: 'Rex', categoryId: 5, status: 'sold' }));
    void (await storage.insert({ name: 'a\0', categoryId: -(2n ** 63n) }));
    expect((await tables.client.query(`SELECT * FROM ${at} ORDER BY id`)).rows).toEqual([
      { id: '1', name: 'Rex', category_id: '5', status: 'sold' },
      { id: '2', name: 'a␀', category_id: '-9223372036854775808', status: null },
    ]);
    void (await storage.close());
  });
});

/** Opens a storage on a table with a trigger before each insert. */
async function openWithTrigger(body: string) {
  const at = tables.newTable();
  await tables.client.query(`
    ${whole.replaceAll('$', at)};
    CREATE FUNCTION ${at}_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${body} END';
    CREATE TRIGGER change BEFORE INSERT ON ${at} FOR EACH ROW EXECUTE FUNCTION ${at}_change()`);
  return tables.open({ table: at });
}
