import type { ResultAsync } from '@petstore/core';
import { readId } from './pet-row.ts';
import { givenColumns, insertReturning } from './pet-sql.ts';
import type { QueryFailure } from './query-failure.ts';
import type { Row, Run } from './run-statement.ts';

/** The extremes of each field: how often a character is repeated in the name, the category, the status. The long name has 64 KiB. */
const extremes: readonly (readonly [length: number, category: string, status: string | null])[] = [
  [0, '9223372036854775807', 'available'],
  [0, '-9223372036854775808', 'pending'],
  [16_384, '0', 'sold'],
  [1, '1', null],
];

/**
 * Tries a table: creates pets that are rolled back. The sequence of the table does not take back the ids.
 *
 * The statements are one message, because the pool may send the next message on another connection.
 *
 * @returns why the table cannot hold pets, after the word "it"; `undefined` if it can
 */
export function tryTable(run: Run, table: string): ResultAsync<string | undefined, QueryFailure> {
  const rows = extremes.map(
    ([length, category, status]) =>
      `(repeat('🐕', ${length}), '${category}', ${status === null ? 'NULL' : `'${status}'`})`,
  );
  const text = `BEGIN; ${insertReturning(table, rows.join(', '))}; ROLLBACK`;
  return run({ text, values: [] }).map((stored) => {
    if (stored.length < extremes.length) return `did not store a pet: ${reasonForNoRow}`;
    if (stored.some(([id = null]) => readId(id) === undefined)) return wrongIds;
    return extremes.flatMap(([length, ...rest], index) =>
      describeChanges(['🐕'.repeat(length), ...rest], stored[index]?.slice(1) ?? []),
    )[0];
  });
}

/** Why a creation returns no row. */
export const reasonForNoRow = 'a trigger or a rule dropped it, or put it into another table';

const wrongIds = `assigned an id that is not from 1 to ${Number.MAX_SAFE_INTEGER}`;

function describeChanges(sent: Row, stored: Row): readonly string[] {
  return sent.flatMap((value, index) => {
    if (value === stored[index]) return [];
    const column = givenColumns[index] ?? '';
    return [`changes a pet: ${column} ${describeValue(value)} became ${describeValue(stored[index] ?? null)}`];
  });
}

function describeValue(value: string | null): string {
  return value === null ? 'NULL' : `"${value.slice(0, 30)}"`;
}
