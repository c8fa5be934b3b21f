import {
  closeOnce,
  err,
  errAsync,
  ok,
  Result,
  ResultAsync,
  storageFailure,
  type NewPet,
  type Pet,
  type OpenStorage,
  type StorageFailure,
} from '@petstore/core';
import { createPetValues, insertReturning, readPet, selectById, selectFirst, selectFirstByStatus } from './pet-row.ts';
import type { QueryFailure } from './query-failure.ts';
import { createStatement, type Row, type Run, type Statement } from './run-statement.ts';
import { reasonForNoRow, type PetTable } from './table.ts';

export function createStorage(run: Run, table: PetTable, close: () => void): OpenStorage & AsyncDisposable {
  const insertStatement = createStatement(insertReturning(table.sql));
  const selectPet = createStatement(selectById(table.sql));
  const selectPets = createStatement(selectFirst(table.sql));
  const selectPetsByStatus = createStatement(selectFirstByStatus(table.sql));

  const insertPet = (newPet: NewPet): ResultAsync<Pet, StorageFailure> =>
    run(insertStatement(...createPetValues(newPet)))
      .mapErr(createInsertFailure)
      .andThen(([row]) => {
        if (row !== undefined) return readRow(row, table);
        return err(storageFailure(`${table.description} did not store the pet: ${reasonForNoRow}.`));
      });
  const select = (statement: Statement): ResultAsync<readonly Pet[], StorageFailure> =>
    run(statement)
      .mapErr(({ message, error }) => storageFailure(`The pets could not be read: ${message}.`, error))
      .andThen((rows) => Result.combine(rows.map((row) => readRow(row, table))));

  const pending = new Set<Promise<unknown>>();
  let closed = false;

  /** Makes a call that `close` waits for. */
  function whileOpen<T>(call: () => ResultAsync<T, StorageFailure>): ResultAsync<T, StorageFailure> {
    if (closed) return errAsync(storageFailure(`${table.description} is closed.`, undefined, 'not_created'));
    const settled = Promise.resolve(call()).finally(() => pending.delete(settled));
    pending.add(settled);
    return new ResultAsync(settled);
  }

  return {
    insert: (newPet) => whileOpen(() => insertPet(newPet)),
    findById: (id) => whileOpen(() => select(selectPet(String(id))).map(([pet]) => pet)),
    list: ({ limit, status }) =>
      whileOpen(() =>
        select(status === undefined ? selectPets(String(limit)) : selectPetsByStatus(status, String(limit))),
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

function createInsertFailure({ outcome, message, error }: QueryFailure): StorageFailure {
  if (outcome === 'unknown') {
    const text = `It is not known whether the pet was stored: ${message}. Ask for the ids above the last that you know before you add it again.`;
    return storageFailure(text, error, 'unknown');
  }
  return storageFailure(`The pet was not stored: ${message}.`, error, 'not_created');
}
