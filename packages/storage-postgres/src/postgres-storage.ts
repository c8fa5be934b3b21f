import { petWithId, type Pet, type PetStorage, type StorageFailure } from '@petstore/core';
import { err, errAsync, ok, Result, ResultAsync } from 'neverthrow';
import type { Failures } from './failure.ts';
import { newPetValues, petColumns, readId, readPet } from './pet-row.ts';
import type { Run } from './runner.ts';
import { prepared } from './statement.ts';

/** What a storage is made of. */
export interface StorageParts {
  readonly run: Run;
  /** The table's name as SQL. */
  readonly table: string;
  readonly namedStatements: boolean;
  readonly failures: Failures;
  /** Lets go of the connections. */
  readonly close: () => Promise<void>;
}

/** Makes a storage over a table that is there. */
export function createStorage({ run, table, namedStatements, failures, close }: StorageParts): PetStorage {
  const statement = (text: string) => prepared(text, namedStatements);
  // The division by zero rolls a pet back whose id nobody could use: a table made by hand may have a sequence without bounds.
  const insertPet = statement(
    `INSERT INTO ${table} (name, category_id, status) VALUES ($1, $2, $3)
      RETURNING id, 1 / (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER})::int`,
  );
  const selectById = statement(`SELECT ${petColumns} FROM ${table} WHERE id = $1`);
  const selectFirst = statement(`SELECT ${petColumns} FROM ${table} ORDER BY id LIMIT $1`);
  // With `status = $1 ORDER BY id`, a planner may walk along the primary key instead, past every pet of another status.
  const selectFirstByStatus = statement(
    `SELECT ${petColumns} FROM ${table} WHERE status >= $1 AND status <= $1 ORDER BY status, id LIMIT $2`,
  );

  const inFlight = new Set<Promise<unknown>>();
  let closing: ResultAsync<void, StorageFailure> | undefined;

  /** Keeps a call in mind for as long as it lasts; a closed storage makes none. */
  function whileOpen<T>(call: () => ResultAsync<T, StorageFailure>): ResultAsync<T, StorageFailure> {
    if (closing !== undefined) return errAsync(failures.because('is closed'));
    const settled = Promise.resolve(call()).finally(() => inFlight.delete(settled));
    inFlight.add(settled);
    return new ResultAsync(settled);
  }

  const unreadable = (complaint: string) => failures.because(`holds a row that is no pet: ${complaint}`);

  return {
    insert: ({ name, categoryId, status }) => {
      const newPet = status === undefined ? { name, categoryId } : { name, categoryId, status };
      return whileOpen(() =>
        run(insertPet(...newPetValues(newPet)))
          .mapErr(failures.ofInsert)
          .andThen(([row]) => (row === undefined ? err(failures.ofDroppedInsert) : readId(row[0]).mapErr(unreadable)))
          .map((id) => petWithId(id, newPet)),
      );
    },
    findById: (id) =>
      whileOpen(() =>
        run(selectById(String(id)))
          .mapErr(failures.ofRead)
          .andThen(([row]): Result<Pet | undefined, StorageFailure> =>
            row === undefined ? ok(undefined) : readPet(row).mapErr(unreadable),
          ),
      ),
    list: ({ limit, status }) =>
      whileOpen(() =>
        run(status === undefined ? selectFirst(String(limit)) : selectFirstByStatus(status, String(limit)))
          .mapErr(failures.ofRead)
          .andThen((rows) => Result.combine(rows.map(readPet)).mapErr(unreadable)),
      ),
    close() {
      closing ??= ResultAsync.fromSafePromise(Promise.all(inFlight).then(close));
      return closing;
    },
  };
}
