import { petStatuses, type StorageFailure } from '@petstore/core';
import { err, ok, safeTry, type ResultAsync } from 'neverthrow';
import type { Failures } from './failures.ts';
import { findTable } from './find-table.ts';
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
  return safeTry(async function* () {
    const [encoding] = yield* run({ text: 'SHOW server_encoding', values: [] }).mapErr(failures.ofOpening);
    if (encoding?.[0] !== 'UTF8') {
      return err(failures.because(`is in a database of the encoding ${encoding?.[0] ?? ''}, but names need UTF8`));
    }
    let found = yield* findTable(run, name).mapErr(failures.ofOpening);
    if (found === undefined && mayCreate) {
      // If others create the table at the same time, this may fail in spite of IF NOT EXISTS; then theirs is there.
      const created = await run({ text: createTableStatement(name), values: [] });
      found = yield* findTable(run, name).mapErr(failures.ofOpening);
      if (found === undefined && created.isErr()) return err(failures.ofOpening(created.error));
    }
    if (found === undefined) {
      return err(failures.because(mayCreate ? 'was created and is still not there' : 'does not exist'));
    }
    if (found.mismatch === undefined) return ok(found.sql);
    return err(failures.because(`cannot hold pets, and was left as it is: it ${found.mismatch}`));
  });
}

/**
 * Returns the statement that creates a table for pets. It is one statement, so that no other process sees a part of the table:
 * therefore a constraint stands where an index would do. Its index serves the lists of one status.
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
