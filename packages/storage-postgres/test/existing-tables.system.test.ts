import { unwrap } from '@petstore/core';
import { describe, expect, test } from 'vitest';
import { rex, useTables } from './tables.ts';

const tables = useTables();

const id = 'id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY';
const name = 'name text NOT NULL';
const category = 'category_id bigint NOT NULL';
const status = 'status text';
const table = (...parts: readonly string[]) => `CREATE TABLE $ (${parts.join(', ')})`;
const whole = table(id, name, category, status);

/** A trigger before each insert. */
const trigger = (body: string) => `
  CREATE FUNCTION $_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ${body} END';
  CREATE TRIGGER change BEFORE INSERT ON $ FOR EACH ROW EXECUTE FUNCTION $_change()`;

describe('a table that cannot hold pets is refused with a reason, and left as it is:', () => {
  test.each([
    ['no id', table(name, category, status), 'column "id" does not exist'],
    [
      'an id of a smaller type',
      table('id serial PRIMARY KEY', name, category, status),
      'out of range for type integer',
    ],
    [
      'names of limited length',
      table(id, 'name varchar(20)', category, status),
      'too long for type character varying(20)',
    ],
    [
      'a category that is no integer',
      table(id, name, 'category_id double precision NOT NULL', status),
      'changes a pet: category_id "9223372036854775807" became "9.223372036854776e+18"',
    ],
    [
      'a status that must not be NULL',
      table(id, name, category, 'status text NOT NULL'),
      'null value in column "status"',
    ],
    [
      'ids below 1',
      whole.replace('AS IDENTITY', 'AS IDENTITY (MINVALUE -9 START -9)'),
      'assigned an id that is not from 1',
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
    const message = await tables.refusal({ table: at });
    expect(message).toMatch(
      /^The table [^\n]+ in PostgreSQL at [^\n]+ cannot hold pets, and was left as it is: it [^\n]+\.$/,
    );
    expect(message).toContain(reason);
    expect(message).toContain(at);
    expect(await describeTable(at)).toEqual(before);
  });

  test('row-level security without a policy', async () => {
    const at = tables.newTable();
    await tables.client.query(`${whole}; ALTER TABLE $ ENABLE ROW LEVEL SECURITY`.replaceAll('$', at));
    const { connectionString } = await tables.newRole(at);
    expect(await tables.refusal({ connectionString, table: at })).toMatch(
      /cannot hold pets, and was left as it is: .*row-level security [^;]*$/,
    );
  });

  function describeTable(at: string) {
    return tables.client
      .query(`SELECT attname, atttypid, attnotnull FROM pg_attribute WHERE attrelid = to_regclass($1)`, [at])
      .then(({ rows }) => rows as unknown[]);
  }
});

describe('an existing table is used if it can hold pets:', () => {
  test.each([
    ['with a serial id', table('id bigserial PRIMARY KEY', name, category, status)],
    [
      'with a status of its own type',
      `CREATE TYPE $_status AS ENUM ('available', 'pending', 'sold'); ${table(id, name, category, 'status $_status')}`,
    ],
    [
      'with further columns, in another order',
      table(status, category, "colour text NOT NULL DEFAULT 'brown'", name, id),
    ],
    ['behind a view', `${whole.replace('$', '$_base')}; CREATE VIEW $ AS SELECT * FROM $_base`],
  ])('%s', async (_what, sql) => {
    const at = tables.newTable();
    await tables.client.query(sql.replaceAll('$', at));
    const storage = await tables.open({ table: at, createTable: false });
    const pet = await unwrap(storage.insert({ name: 'Rex', categoryId: 2n ** 63n - 1n, status: 'sold' }));
    expect(await unwrap(storage.list({ limit: 9, status: 'sold' }))).toEqual([pet]);
  });

  test('but a pet that a later trigger drops was not stored', async () => {
    const at = tables.newTable();
    await tables.client.query(whole.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    await tables.client.query(trigger('RETURN NULL;').replaceAll('$', at));
    const { message, outcome } = (await storage.insert(rex))._unsafeUnwrapErr();
    expect(message).toMatch(/did not store the pet: a trigger or a rule/);
    expect(outcome).toBe('unknown'); // a rule may have put it into another table
    expect(await unwrap(storage.list({ limit: 9 }))).toEqual([]);
  });

  test('and a pet that a trigger changes is returned as it is stored', async () => {
    const at = tables.newTable();
    await tables.client.query(`${whole}; ${trigger('NEW.name = trim(NEW.name); RETURN NEW;')}`.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    const pet = await unwrap(storage.insert({ name: ' Rex ', categoryId: 1, status: 'sold' }));
    expect(pet).toEqual({ id: pet.id, name: 'Rex', categoryId: 1, status: 'sold' });
    expect(await unwrap(storage.list({ limit: 9 }))).toEqual([pet]);
  });

  test('but a row with an unknown status is a failure, not a pet', async () => {
    const at = tables.newTable();
    await tables.client.query(whole.replaceAll('$', at));
    const storage = await tables.open({ table: at });
    await tables.client.query(
      `INSERT INTO ${at} (id, name, category_id, status) OVERRIDING SYSTEM VALUE VALUES (77, 'Rex', 1, 'lost')`,
    );
    const { message } = (await storage.list({ limit: 9 }))._unsafeUnwrapErr();
    expect(message).toMatch(/holds a row that is not a pet, with the id 77\.$/);
  });
});

describe('the table that is created', () => {
  test('refuses rows that are not pets, even from another program', async () => {
    const at = tables.newTable();
    await tables.open({ table: at });
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
    expect((await unwrap(storage.insert(rex))).id).toBe(Number.MAX_SAFE_INTEGER);
    expect((await storage.insert(rex))._unsafeUnwrapErr().message).toMatch(
      /^The pet was not stored: .*reached maximum value of sequence/,
    );
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
  });
});
