import { petStatuses, type PetStatus } from '@petstore/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { selectById, selectFirst, selectFirstByStatus } from '../src/pet-row.ts';
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
    test.each(queries)('a list of %j reads no more rows than it returns, by an index', async ({ limit, status }) => {
      const step = await (status === undefined
        ? explain(planning, selectFirst(table), [limit])
        : explain(planning, selectFirstByStatus(table), [status, limit]));
      expect(step['Node Type']).toMatch(/^Index (Only )?Scan$/);
      expect(step['Actual Rows']).toBe(limit);
      expect(step['Rows Removed by Filter'] ?? 0).toBe(0);
    });

    test('a get reads one row by the primary key', async () => {
      const step = await explain(planning, selectById(table), [777_777]);
      expect([step['Node Type'], step['Actual Rows']]).toEqual(['Index Scan', 1]);
    });
  });

  /** Runs a prepared statement, and returns the step of its plan that reads the table. */
  async function explain(planning: string, text: string, values: readonly unknown[]): Promise<PlanStep> {
    const parameters = values.map((value) => tables.client.escapeLiteral(String(value))).join(', ');
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
