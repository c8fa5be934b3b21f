import { okAsync, petStatuses, type PetStatus, unwrap } from '@petstore/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createStorage } from '../src/postgres-storage.ts';
import type { Statement } from '../src/run-statement.ts';
import { createTableStatement } from '../src/table.ts';
import { useTables } from './tables.ts';

const tables = useTables();

/** One step of a plan in JSON. */
interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanStep[];
}

describe('with 1,000,000 pets, the sold ones all in the second half', () => {
  let table = '';

  beforeAll(async () => {
    table = tables.newTable();
    await tables.client.query(createTableStatement(table));
    await tables.client.query(`
      INSERT INTO ${table} (name, category_id, status)
      SELECT 'Pet ' || number, number % 7, (ARRAY['available', 'pending', NULL, 'sold'])
        [1 + (hashint4(number) & CASE WHEN number <= 500000 THEN 1 ELSE 3 END)]
      FROM generate_series(1, 1000000) AS number`);
    await tables.client.query(`ANALYZE ${table}`);
  });

  const queries: readonly { limit: number; status?: PetStatus }[] = [1, 20, 100].flatMap((limit) => [
    { limit },
    ...petStatuses.map((status) => ({ limit, status })),
  ]);

  describe.each(['force_custom_plan', 'force_generic_plan'])('under %s', (planning) => {
    test.each(queries)('a list of %j reads no more rows than it returns, by an index', async (query) => {
      const step = await explain(planning, await captureStatement((storage) => storage.list(query)));
      expect(step['Node Type']).toMatch(/^Index (Only )?Scan$/);
      expect(step['Actual Rows']).toBe(query.limit);
      expect(step['Rows Removed by Filter'] ?? 0).toBe(0);
    });

    test('a get reads one row by the primary key', async () => {
      const step = await explain(planning, await captureStatement((storage) => storage.findById(777_777)));
      expect([step['Node Type'], step['Actual Rows']]).toEqual(['Index Scan', 1]);
    });
  });

  test('a list of one status returns the first pets that have it', async () => {
    const storage = await tables.open({ table });
    const sold = await unwrap(storage.list({ limit: 100, status: 'sold' }));
    const { rows } = await tables.client.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE status = 'sold' ORDER BY id LIMIT 100`,
    );
    expect(sold.map(({ id }) => String(id))).toEqual(rows.map(({ id }) => id));
    expect(sold[0]?.id).toBeGreaterThan(500_000);
    void (await storage.close());
  });

  /** Returns the statement that a call sends. */
  async function captureStatement(call: (storage: ReturnType<typeof createStorage>) => unknown) {
    const sent: Statement[] = [];
    const run = (statement: Statement) => {
      sent.push(statement);
      return okAsync([]);
    };
    await call(createStorage(run, { sql: table, description: table }, () => undefined));
    const [statement] = sent;
    if (statement === undefined) throw new Error('No statement was sent.');
    return statement;
  }

  /** Runs a prepared statement, and returns the step of its plan that reads the table. */
  async function explain(planning: string, { text, values }: Statement): Promise<PlanStep> {
    const parameters = values.map((value) => tables.client.escapeLiteral(value ?? '')).join(', ');
    await tables.client.query(`SET plan_cache_mode = ${planning}`);
    await tables.client.query(`PREPARE explained AS ${text}`);
    const { rows } = await tables.client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanStep }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained (${parameters})`,
    );
    await tables.client.query('DEALLOCATE explained');
    let step = rows[0]?.['QUERY PLAN'][0].Plan;
    while (step?.Plans?.[0] !== undefined) [step] = step.Plans;
    if (step === undefined) throw new Error('There is no plan.');
    return step;
  }
});
