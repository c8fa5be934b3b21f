import { ok, type ResultAsync } from '@petstore/core';
import { insert, insertReturning, selectFirst, selectFirstByStatus } from './pet-sql.ts';
import type { QueryFailure } from './query-failure.ts';
import type { Row, Run } from './run-statement.ts';

/**
 * Tries a table: creates pets that are rolled back, and plans its lists. The sequence of the table does not take back the ids.
 *
 * @returns why the table cannot hold pets, after the word "it"; `undefined` if it can
 */
export function tryTable(run: Run, table: string): ResultAsync<string | undefined, QueryFailure> {
  return tryCreations(run, table).andThen((mismatch) =>
    mismatch === undefined ? planLists(run, table) : ok(mismatch),
  );
}

/** One message of several statements, because a pooler in statement mode refuses a transaction in several messages. */
function createRolledBackStatement(...statements: readonly string[]) {
  return { text: ['BEGIN', ...statements, 'ROLLBACK'].join('; '), values: [] };
}

/** The extremes of each field: how often a character is repeated in the name, the category, the status. The long name has 64 KiB. */
const extremes: readonly (readonly [length: number, category: string, status: string | null])[] = [
  [0, '9223372036854775807', 'available'],
  [0, '-9223372036854775808', 'pending'],
  [16_384, '0', 'sold'],
  [1, '1', null],
];

function tryCreations(run: Run, table: string): ResultAsync<string | undefined, QueryFailure> {
  const rows = extremes.map(
    ([length, category, status]) =>
      `(repeat('🐕', ${length}), '${category}', ${status === null ? 'NULL' : `'${status}'`})`,
  );
  return run(createRolledBackStatement(insertReturning(table, rows.join(', ')))).map((stored) => {
    if (stored.length < extremes.length) return `did not store a pet: ${reasonForNoRow}`;
    return extremes.flatMap(([length, ...rest], index) =>
      describeChanges(['🐕'.repeat(length), ...rest], stored[index]?.slice(1) ?? []),
    )[0];
  });
}

/** Why a creation returns no row. */
export const reasonForNoRow = 'a trigger or a rule dropped it, or put it into another table';

function describeChanges(sent: Row, stored: Row): readonly string[] {
  return sent.flatMap((value, index) => {
    if (value === stored[index]) return [];
    const column = ['name', 'category_id', 'status'][index] ?? '';
    return [`changes a pet: ${column} ${describeValue(value)} became ${describeValue(stored[index] ?? null)}`];
  });
}

function describeValue(value: string | null): string {
  return value === null ? 'NULL' : `"${value.slice(0, 30)}"`;
}

/** Finds out whether indexes serve the lists. EXPLAIN of ON CONFLICT fails unless an index makes the ids unique. */
function planLists(run: Run, table: string): ResultAsync<string | undefined, QueryFailure> {
  const plans = createRolledBackStatement(
    'SET LOCAL enable_seqscan = off', // a small table would be sorted in spite of its index
    `EXPLAIN ${selectFirst(table, '1')}`,
    `EXPLAIN ${selectFirstByStatus(table, "'sold'", '1')}`,
    `EXPLAIN ${insert(table, "('', 1, 'sold')")} ON CONFLICT (id) DO NOTHING`,
  );
  const noIndex = 'has no index for its lists: they need one on id and one on (status, id), in ascending order';
  return run(plans).map((lines) => (lines.some(([line]) => sortStep.test(line ?? '')) ? noIndex : undefined));
}

/** A step of a plan that sorts: `->  Sort  (cost=…`. A "Sort Key" does not count: steps that merge sorted rows have one too. */
const sortStep = /^[^a-z]*(?:incremental )?sort(?! key)/i;
