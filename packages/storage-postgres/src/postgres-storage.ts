import {
  closeOnce,
  err,
  errAsync,
  ok,
  okAsync,
  Result,
  ResultAsync,
  storageFailure,
  type NewPet,
  type Pet,
  type PetStorage,
  type StorageFailure,
} from '@petstore/core';
import { createPetValues, petColumns, readPet } from './pet-row.ts';
import type { QueryFailure } from './query-failure.ts';
import { createStatement, type Row, type Run, type Statement } from './run-statement.ts';
import type { PetTable } from './table.ts';

/**
 * Creates a storage.
 *
 * @param close closes the connections
 */
export function createStorage(run: Run, table: PetTable, close: () => void): PetStorage & AsyncDisposable {
  const insert = createInsert(run, table);
  const selectById = createStatement(`SELECT ${petColumns} FROM ${table.sql} WHERE id = $1`);
  const selectFirst = createStatement(`SELECT ${petColumns} FROM ${table.sql} ORDER BY id LIMIT $1`);
  // With `status = $1 ORDER BY id`, the planner may scan the primary key instead, and read every pet of another status.
  const selectFirstByStatus = createStatement(
    `SELECT ${petColumns} FROM ${table.sql} WHERE status >= $1 AND status <= $1 ORDER BY status, id LIMIT $2`,
  );

  const select = (statement: Statement): ResultAsync<readonly Pet[], StorageFailure> =>
    run(statement)
      .mapErr(({ message, error }) => storageFailure(`The pets could not be read: ${message}.`, error))
      .andThen((rows) => Result.combine(rows.map((row) => readRow(row, table))));

  const pending = new Set<Promise<unknown>>();
  let closed = false;

  /** Makes a call that `close` waits for. */
  function whileOpen<T>(call: () => ResultAsync<T, StorageFailure>): ResultAsync<T, StorageFailure> {
    if (closed) return errAsync(storageFailure(`${table.description} is closed.`, undefined, 'not_stored'));
    const settled = Promise.resolve(call()).finally(() => pending.delete(settled));
    pending.add(settled);
    return new ResultAsync(settled);
  }

  return {
    insert: (newPet) => whileOpen(() => insert(newPet)),
    findById: (id) => whileOpen(() => select(selectById(String(id))).map(([pet]) => pet)),
    list: ({ limit, status }) =>
      whileOpen(() =>
        select(status === undefined ? selectFirst(String(limit)) : selectFirstByStatus(status, String(limit))),
      ),
    ...closeOnce(() => {
      closed = true;
      return ResultAsync.fromSafePromise(Promise.all(pending).then(close));
    }),
  };
}

function readRow(row: Row, table: PetTable): Result<Pet, StorageFailure> {
  const pet = readPet(row);
  if (pet !== undefined) return ok(pet);
  return err(storageFailure(`${table.description} holds a row that is not a pet, with the id ${row[0] ?? 'NULL'}.`));
}

/** How often one creation skips ids that are taken. Each time takes about 0.2 s and skips at most `maxSkippedIds`. */
const maxSkips = 20;

function createInsert(run: Run, table: PetTable): (newPet: NewPet) => ResultAsync<Pet, StorageFailure> {
  // The row comes back as it is stored, because a trigger may have changed it. A table made by hand may assign an id that is out of
  // range. The division by zero then rolls the pet back.
  const insertPet = createStatement(
    `INSERT INTO ${table.sql} (name, category_id, status) VALUES ($1, $2, $3)
      RETURNING ${petColumns}, 1 / (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER})::int`,
  );
  const skipTakenIds = createSkip(run, table);

  const runInsert = (statement: Statement, skipsLeft: number): ResultAsync<readonly Row[], StorageFailure> =>
    run(statement).orElse((failure) =>
      skipTakenIds(failure).andThen((skipped) =>
        skipped === 'skipped' && skipsLeft > 0
          ? runInsert(statement, skipsLeft - 1)
          : errAsync(createInsertFailure(failure, adviseOnTakenId(skipped, table))),
      ),
    );

  return (newPet) =>
    runInsert(insertPet(...createPetValues(newPet)), maxSkips).andThen(([row]) =>
      row === undefined ? err(createDroppedFailure(table)) : readRow(row, table),
    );
}

function createInsertFailure({ outcome, message, error }: QueryFailure, advice: string): StorageFailure {
  if (outcome === 'unknown') {
    const text = `It is not known whether the pet was stored: ${message}. Look for it before you add it again.`;
    return storageFailure(text, error, 'unknown');
  }
  return storageFailure(`The pet was not stored: ${message}${advice}.`, error, 'not_stored');
}

function createDroppedFailure({ description }: PetTable): StorageFailure {
  const reason = 'a trigger or a rule dropped it, or put it into another table';
  return storageFailure(`${description} did not store the pet: ${reason}.`, undefined, 'unknown');
}

/** How many ids one statement skips at most. It takes about 0.2 s, so that it ends before its time limit. */
const maxSkippedIds = 100_000;

/**
 * What became of an id that is taken:
 *
 * - `not-taken`: the insert failed for another reason;
 * - `skipped`: the next ids were skipped;
 * - `no-sequence`: no sequence of the table assigns the ids;
 * - `refused`: the database refused to skip them, perhaps because the user has no right to the sequence.
 */
type Skipped = 'not-taken' | 'skipped' | 'no-sequence' | 'refused';

/**
 * Creates a function to call after an insert failed. If its id is taken, because another program brought in pets, the function
 * moves the sequence past the largest id among the next 100,000.
 *
 * It takes numbers from the sequence, as an insert does, and never sets it. So the sequence never goes back, whatever other
 * services do at the same time, and no id is used again. Services that do this at the same time share the work.
 */
function createSkip(run: Run, table: PetTable): (failure: QueryFailure) => ResultAsync<Skipped, never> {
  // Returns no row unless the index of the ids is violated, which may be the index of a partition. `step` takes the numbers. It also
  // ends if they go down, as those of a table made by hand may do.
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
    SELECT max(id) AS id FROM ${table.sql}
    WHERE id BETWEEN (SELECT id FROM first)
      AND (SELECT least(id, ${Number.MAX_SAFE_INTEGER}) + ${maxSkippedIds} FROM first)
  ), step (id, number) AS (
    SELECT id, 1 FROM first
    UNION ALL
    SELECT nextval(sequence), number + 1 FROM step, counter
    WHERE id < (SELECT id FROM taken) AND id >= (SELECT id FROM first) AND number <= ${maxSkippedIds}
  )
  SELECT max(id) FROM violated LEFT JOIN step ON true GROUP BY indexrelid`;

  return ({ outcome, error }) => {
    if (outcome !== 'rolled-back' || error.code !== '23505') return okAsync('not-taken');
    return (
      run({ text, values: [table.sql, error.constraint ?? ''] })
        .map(([row]): Skipped => (row === undefined ? 'not-taken' : row[0] === null ? 'no-sequence' : 'skipped'))
        // If its time was over (57014), it has skipped some: what is taken from a sequence stays taken.
        .orElse((failure) => okAsync<Skipped>(failure.error.code === '57014' ? 'skipped' : 'refused'))
    );
  };
}

function adviseOnTakenId(skipped: Skipped, { sql }: PetTable): string {
  switch (skipped) {
    case 'not-taken':
      return '';
    case 'skipped':
      return '; other programs brought in many pets: try again, each creation skips more of their ids';
    case 'no-sequence':
      return (
        '; the table assigned an id that is taken: correct what assigns its ids, or if that is a sequence, run ' +
        `ALTER SEQUENCE its_name OWNED BY ${sql}.id, so that the service can skip them`
      );
    case 'refused': {
      const sequence = `pg_get_serial_sequence('${sql.replaceAll("'", "''")}', 'id')`;
      return (
        `; another program brought in pets with ids that it chose: run SELECT setval(${sequence}, max(id)) ` +
        `FROM ${sql} as its owner, or GRANT USAGE on this sequence, so that the service can skip them`
      );
    }
  }
}
