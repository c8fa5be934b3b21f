import { okAsync, type ResultAsync } from '@petstore/core';
import type { QueryFailure } from './query-failure.ts';
import type { Run } from './runner.ts';

/** How many ids one statement skips at most: it takes about 0.2 s, so that it ends before its time limit. */
const maximumSkip = 100_000;

/**
 * What became of the ids that are taken: `skipped` some; the failure has another reason (`not-taken`); no sequence of the table assigns
 * the ids (`no-sequence`); the database refused it (`refused`), perhaps because the user may not use the sequence.
 */
export type Skipped = 'skipped' | 'not-taken' | 'no-sequence' | 'refused';

/**
 * Creates a function to call when an insert failed. If its id is taken, because another program brought in pets with ids of their own,
 * it moves the sequence past them: past the greatest id among the next 100,000.
 *
 * It only takes numbers from the sequence, as an insert does, and never sets it. So the sequence never goes back, whatever other
 * services do at the same time, and no id is used again. Services that do this at the same time share the work.
 *
 * @param table the name of the table in SQL
 */
export function createSkip(run: Run, table: string): (failure: QueryFailure) => ResultAsync<Skipped, never> {
  // Returns no row unless the index of the ids is violated, which may be that of a partition. `step` takes the numbers; it ends too if they go
  // down, as those of a table made by hand may do.
  const text = `
  WITH RECURSIVE violated AS (
    SELECT indexrelid FROM pg_catalog.pg_index
      JOIN pg_catalog.pg_class c ON c.oid = indexrelid
      JOIN pg_catalog.pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
    WHERE c.relname = $2 AND indnkeyatts = 1 AND attname = 'id' AND to_regclass($1)
      IN (SELECT indrelid UNION ALL SELECT inhparent FROM pg_catalog.pg_inherits WHERE inhrelid = indrelid)
  ), counter AS (
    SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence FROM violated
  ), first AS (
    SELECT nextval(sequence) AS id FROM counter
  ), taken AS (
    SELECT max(id) AS id FROM ${table}
    WHERE id BETWEEN (SELECT id FROM first) AND (SELECT least(id, ${Number.MAX_SAFE_INTEGER}) + ${maximumSkip} FROM first)
  ), step (id, number) AS (
    SELECT id, 1 FROM first
    UNION ALL
    SELECT nextval(sequence), number + 1 FROM step, counter
    WHERE id < (SELECT id FROM taken) AND id >= (SELECT id FROM first) AND number <= ${maximumSkip}
  )
  SELECT max(id) FROM violated LEFT JOIN step ON true GROUP BY indexrelid`;

  const skip = ({ error }: QueryFailure): ResultAsync<Skipped, never> =>
    run({ text, values: [table, error.constraint ?? ''] })
      .map(([row]): Skipped => (row === undefined ? 'not-taken' : row[0] === null ? 'no-sequence' : 'skipped'))
      // Out of time (57014), it has skipped some: what is taken from a sequence stays taken.
      .orElse((failure) => okAsync<Skipped>(failure.error.code === '57014' ? 'skipped' : 'refused'));

  return (failure) => (isDuplicate(failure) ? skip(failure) : okAsync('not-taken'));
}

function isDuplicate({ outcome, error }: QueryFailure): boolean {
  return outcome === 'rolled-back' && error.code === '23505';
}
