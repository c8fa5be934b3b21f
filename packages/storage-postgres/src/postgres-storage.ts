import {
  disposal,
  err,
  errAsync,
  ok,
  type Pet,
  type PetStorage,
  Result,
  ResultAsync,
  type StorageFailure,
} from '@petstore/core';
import type { Failures } from './failures.ts';
import { petColumns, readPet } from './pet-row.ts';
import type { Run } from './runner.ts';
import { createSkip } from './skip-taken-ids.ts';
import { createStatement, type Row, type Statement } from './statement.ts';
import { encodeName } from './stored-name.ts';

/** How often one insert skips ids that are taken, 100,000 at a time: that takes about three seconds. */
const maximumSkips = 20;

/**
 * Creates a storage on a table that exists.
 *
 * @param table the name of the table in SQL
 * @param close closes the connections
 */
export function createStorage(
  run: Run,
  table: string,
  failures: Failures,
  close: () => void,
): PetStorage & AsyncDisposable {
  // The row comes back as it is stored: a trigger may have changed it. A table made by hand may assign ids that a number cannot
  // hold. The division by zero rolls such a pet back.
  const insertPet = createStatement(
    `INSERT INTO ${table} (name, category_id, status) VALUES ($1, $2, $3)
      RETURNING ${petColumns}, 1 / (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER})::int`,
  );
  const selectById = createStatement(`SELECT ${petColumns} FROM ${table} WHERE id = $1`);
  const selectFirst = createStatement(`SELECT ${petColumns} FROM ${table} ORDER BY id LIMIT $1`);
  // With `status = $1 ORDER BY id`, the planner may scan the primary key instead, and read every pet of another status.
  const selectFirstByStatus = createStatement(
    `SELECT ${petColumns} FROM ${table} WHERE status >= $1 AND status <= $1 ORDER BY status, id LIMIT $2`,
  );

  const skipTakenIds = createSkip(run, table);

  /** Inserts a pet. If its id is taken, because another program brought in pets, it skips those ids and tries again. */
  function insert(statement: Statement, skipsLeft = maximumSkips): ResultAsync<readonly Row[], StorageFailure> {
    return run(statement).orElse((failure) =>
      skipTakenIds(failure).andThen((skipped) =>
        skipped === 'skipped' && skipsLeft > 0
          ? insert(statement, skipsLeft - 1)
          : errAsync(failures.ofInsert(failure, skipped)),
      ),
    );
  }

  const inFlight = new Set<Promise<unknown>>();
  let closePromise: ResultAsync<void, StorageFailure> | undefined;

  /** Makes a call that `close` waits for. */
  function whileOpen<T>(call: () => ResultAsync<T, StorageFailure>): ResultAsync<T, StorageFailure> {
    if (closePromise !== undefined) return errAsync(failures.closed);
    const settled = Promise.resolve(call()).finally(() => inFlight.delete(settled));
    inFlight.add(settled);
    return new ResultAsync(settled);
  }

  function readRow(row: Row): Result<Pet, StorageFailure> {
    const pet = readPet(row);
    return pet ? ok(pet) : err(failures.because(`holds a row that is not a pet, with the id ${row[0] ?? 'NULL'}`));
  }

  const readRows = (rows: readonly Row[]) => Result.combine(rows.map(readRow));

  return {
    insert: ({ name, categoryId, status }) =>
      whileOpen(() =>
        insert(insertPet(encodeName(name), String(categoryId), status ?? null)).andThen(([row]) =>
          row === undefined ? err(failures.dropped) : readRow(row),
        ),
      ),
    findById: (id) =>
      whileOpen(() =>
        run(selectById(String(id)))
          .mapErr(failures.ofRead)
          .andThen(readRows)
          .map(([pet]) => pet),
      ),
    list: ({ limit, status }) =>
      whileOpen(() =>
        run(status === undefined ? selectFirst(String(limit)) : selectFirstByStatus(status, String(limit)))
          .mapErr(failures.ofRead)
          .andThen(readRows),
      ),
    close: closeOnce,
    ...disposal(closeOnce),
  };

  function closeOnce(): ResultAsync<void, StorageFailure> {
    closePromise ??= ResultAsync.fromSafePromise(Promise.all(inFlight).then(close));
    return closePromise;
  }
}
