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

/** A trigger before each insert. */
const trigger = (body: string) => `
  CREATE FUNCTION $_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${body} END';
  CREATE TRIGGER change BEFORE INSERT ON $ FOR EACH ROW EXECUTE FUNCTION $_change()`;

describe('a table that cannot hold pets is refused with a reason, and left as it is:', () => {
  test.each([
    ['no id', table(name, category, status), 'column "id" does not exist'],
    ['no name', table(id, category, status, index), 'column "name" does not exist'],
    ['no category_id', table(id, name, status, index), 'column "category_id" does not exist'],
    ['no status', table(id, name, category), 'column "status" does not exist'],
    [
      'a name with a capital letter',
      table(id, '"Name" text NOT NULL', category, status, index),
      'column "name" does not exist',
    ],
    [
      'an id of a smaller type',
      table('id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY', name, category, status, index),
      'out of range for type integer',
    ],
    [
      'names of limited length',
      table(id, 'name varchar(20) NOT NULL', category, status, index),
      'too long for type character varying(20)',
    ],
    [
      'a category of a smaller type',
      table(id, name, 'category_id int NOT NULL', status, index),
      'out of range for type integer',
    ],
    ['a status that is a number', table(id, name, category, 'status integer', index), 'for type integer: "available"'],
    [
      'a status that must not be NULL',
      table(id, name, category, 'status text NOT NULL', index),
      'give the column a default',
    ],
    [
      'an id without a default',
      table('id bigint PRIMARY KEY', name, category, status, index),
      'null value in column "id"',
    ],
    [
      'another required column',
      table(id, name, category, status, index, 'age int NOT NULL'),
      'null value in column "age"',
    ],
    [
      'no primary key',
      table('id bigint GENERATED ALWAYS AS IDENTITY', name, category, status, index),
      'make id the primary key',
    ],
    [
      'another primary key',
      table('id bigint GENERATED ALWAYS AS IDENTITY', name, category, status, index, 'PRIMARY KEY (id, category_id)'),
      'make id the primary key',
    ],
    [
      'a unique index that only includes the id',
      table('id bigserial', name, category, status, index, 'UNIQUE (category_id) INCLUDE (id)'),
      'make id the primary key',
    ],
    ['no index', table(id, name, category, status), 'no index'],
    [
      'an index that only includes',
      `${table(id, name, category, status)}; CREATE INDEX ON $ (name) INCLUDE (status, id)`,
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
    [
      'a view',
      `CREATE VIEW $ AS SELECT 1::bigint AS id, 'a' AS name, 1::bigint AS category_id, 'sold' AS status`,
      'cannot insert into view',
    ],
    [
      'a materialized view',
      `CREATE MATERIALIZED VIEW $ AS SELECT 1::bigint AS id, 'a' AS name, 1::bigint AS category_id, 'sold' AS status`,
      'cannot change materialized view',
    ],
    ['a sequence', 'CREATE SEQUENCE $', 'column "id" does not exist'],
    ['a type', 'CREATE TYPE $ AS (id bigint)', 'failed a trial ('],
    [
      'a category that is no integer',
      table(id, name, 'category_id double precision NOT NULL', status, index),
      'changes a pet: category_id "9223372036854775807" became "9.223372036854776e+18"',
    ],
    ['names that are unique', table(id, name, category, status, index, 'UNIQUE (name)'), 'duplicate key value'],
    ['no empty names', table(id, name, category, status, index, "CHECK (name <> '')"), 'violates check constraint'],
    [
      'one status too few',
      table(id, name, category, `${status} CHECK (status <> 'pending')`, index),
      'check constraint',
    ],
    [
      'ids below 1',
      whole.replace('AS IDENTITY', 'AS IDENTITY (MINVALUE -9 START -9)'),
      'assigned an id that is not from 1',
    ],
    [
      'ids beyond the safe integers',
      whole.replace('AS IDENTITY', 'AS IDENTITY (START 9007199254740990)'),
      'assigned an id that is not from 1',
    ],
    [
      'ids that are taken',
      `${whole}; INSERT INTO $ (id, name, category_id) OVERRIDING SYSTEM VALUE VALUES (2, 'Rex', 1)`,
      'run SELECT setval(pg_get_serial_sequence(',
    ],
    ['a rule', `${whole}; CREATE RULE nothing AS ON INSERT TO $ DO INSTEAD NOTHING`, 'cannot perform INSERT RETURNING'],
    [
      'a trigger that drops pets',
      `${whole}; ${trigger('RETURN NULL;')}`,
      'did not store a pet: a trigger or a rule dropped it',
    ],
    ['a trigger that fails', `${whole}; ${trigger("RAISE EXCEPTION ''not today'';")}`, 'failed a trial (not today)'],
    [
      'a trigger that changes pets',
      `${whole}; ${trigger("NEW.status = coalesce(NEW.status, ''available''); RETURN NEW;")}`,
      'changes a pet: status NULL became "available"',
    ],
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

  test.each([
    ['no policy', '', 'CREATE POLICY'],
    ['a policy that shows no pet', 'CREATE POLICY add ON $ FOR INSERT WITH CHECK (true)', 'CREATE POLICY'],
    ['a policy for both', 'CREATE POLICY every ON $ USING (true) WITH CHECK (true)', undefined],
  ])('row-level security with %s', async (_what, policy, advice) => {
    const at = tables.newTable();
    await tables.client.query(`${whole}; ALTER TABLE $ ENABLE ROW LEVEL SECURITY; ${policy}`.replaceAll('$', at));
    const { connectionString } = await tables.newRole(at);
    const opened = await openPostgresStorage({ connectionString, table: at });
    if (advice === undefined) return void (await unwrap(opened).close());
    expect(opened._unsafeUnwrapErr().message).toMatch(/cannot hold pets, and was left as it is: .*row-level security/);
    expect(opened._unsafeUnwrapErr().message).toContain(advice);
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
        ${table(id, name, category, status, index, 'age $_age, half bigint NOT NULL GENERATED ALWAYS AS (category_id / 2) STORED')}`,
    ],
    ['with a name and a category that may be NULL', table(id, 'name text', 'category_id bigint', status, index)],
    ['that is unlogged', whole.replace('TABLE', 'UNLOGGED TABLE')],
    [
      'with a status of its own type',
      `CREATE TYPE $_status AS ENUM ('available', 'pending', 'sold'); ${table(id, name, category, 'status $_status', index)}`,
    ],
    ['behind a view', `${whole.replace('$', '$_base')}; CREATE VIEW $ AS SELECT * FROM $_base`],
    ['with a trigger that changes no valid pet', `${whole}; ${trigger('NEW.name = trim(NEW.name); RETURN NEW;')}`],
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

  test('but a pet that a later trigger drops was not stored', async () => {
    const at = tables.newTable();
    await tables.client.query(whole.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    await tables.client.query(trigger('RETURN NULL;').replaceAll('$', at));
    const { message, outcome } = (await storage.insert({ name: 'Rex', categoryId: 1 }))._unsafeUnwrapErr();
    expect(message).toMatch(/did not store the pet: a trigger or a rule/);
    expect(outcome).toBe('unknown'); // a rule may have put it into another table
    expect(await unwrap(storage.list({ limit: 9 }))).toEqual([]);
    void (await storage.close());
  });

  test('and a pet that a trigger changes is returned as it is stored', async () => {
    const at = tables.newTable();
    await tables.client.query(`${whole}; ${trigger('NEW.name = trim(NEW.name); RETURN NEW;')}`.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    const pet = await unwrap(storage.insert({ name: ' Rex ', categoryId: 1, status: 'sold' }));
    expect(pet).toEqual({ id: pet.id, name: 'Rex', categoryId: 1, status: 'sold' });
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
