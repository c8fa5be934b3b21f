import { err, ok, petStatuses, type ResultAsync, type StorageFailure } from '@petstore/core';
import type { Failures } from './failures.ts';
import { findTableStatement } from './find-table-statement.ts';
import type { Run } from './runner.ts';

/**
 * Finds the table for pets, or creates it if it may. A table that cannot hold pets is refused and left as it is.
 *
 * @param name the name of the table in SQL
 * @returns its name in SQL, with its schema
 */
export function ensureTable(
  run: Run,
  name: string,
  mayCreate: boolean,
  failures: Failures,
): ResultAsync<string, StorageFailure> {
  const find = () => run({ text: findTableStatement, values: [name] }).map(([found]) => found);
  return find()
    .andThen((found) => {
      if (found !== undefined || !mayCreate) return ok(found);
      // If others create the table at the same time, CREATE may fail in spite of IF NOT EXISTS, but then the table exists.
      return run({ text: createTableStatement(name), values: [] })
        .andThen(find)
        .orElse((failure) => find().andThen((other) => (other ? ok(other) : err(failure))));
    })
    .mapErr(failures.ofOpening)
    .andThen(([sql, mismatch] = []) => {
      if (typeof mismatch === 'string') {
        return err(failures.because(`cannot hold pets, and was left as it is: it ${mismatch}`));
      }
      return typeof sql === 'string' ? ok(sql) : err(failures.because('does not exist'));
    });
}

/**
 * Returns the statement that creates a table for pets. It is one statement, so that no other process sees an unfinished table.
 * That is why it has a UNIQUE constraint instead of an index: the index of the constraint serves the lists of one status.
 */
export function createTableStatement(name: string): string {
  const statuses = petStatuses.map((status) => `'${status}'`).join(', ');
  return `CREATE TABLE IF NOT EXISTS ${name} (
  id bigint GENERATED ALWAYS AS IDENTITY (MINVALUE 1 MAXVALUE ${Number.MAX_SAFE_INTEGER}) PRIMARY KEY,
  name text NOT NULL,
  category_id bigint NOT NULL,
  status text,
  CHECK (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}),
  CHECK (status IN (${statuses})),
  UNIQUE (status, id)
)`;
}
