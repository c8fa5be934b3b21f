import { unwrap } from '@petstore/core';
import { expect, test } from 'vitest';
import { rex, useTables } from './tables.ts';

const tables = useTables();

test('pets that psql brings in with their ids fail creations and openings, until the statement of the guide is run', async () => {
  const table = tables.newTable();
  const storage = await tables.open({ table });
  const { id } = await unwrap(storage.insert(rex));
  await tables.client.query(
    `INSERT INTO ${table} (id, name, category_id) OVERRIDING SYSTEM VALUE
      SELECT id, 'brought in', 1 FROM generate_series(${id + 1}, 100) AS id`,
  );
  const { outcome, message } = (await storage.insert(rex))._unsafeUnwrapErr();
  expect([outcome, message]).toEqual([
    'not_created',
    expect.stringMatching(/^The pet was not stored: .*duplicate key/),
  ]);
  expect(await tables.refusal({ table })).toMatch(/cannot hold pets, .*: it failed a trial \(duplicate key/);

  await tables.client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`);
  expect((await unwrap(storage.insert(rex))).id).toBe(101);
});
