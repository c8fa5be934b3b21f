import { petStatuses, type StorageFailure } from '@petstore/core';
import type { ResultAsync } from 'neverthrow';
import { err, ok, safeTry } from 'neverthrow';
import { setTimeout as wait } from 'node:timers/promises';
import { readSession, readShape } from './catalogue.ts';
import type { Failures } from './failure.ts';
import type { Fault } from './fault.ts';
import type { Run } from './runner.ts';
import { quoteTable, type TableName } from './table-name.ts';
import { complaintAbout } from './table-shape.ts';

/** How often it is looked at, and created, at most: others may create it at the same time. */
const maximumTries = 10;

/**
 * Makes sure that there is a table for pets: creates it where there is none, if it may, and refuses one that will not do.
 *
 * @returns the table's name as SQL, in its schema
 */
export function ensureTable(
  run: Run,
  table: TableName,
  mayCreate: boolean,
  failures: Failures,
): ResultAsync<string, StorageFailure> {
  return safeTry(async function* () {
    const session = yield* readSession(run).mapErr(failures.ofOpening);
    if (session.encoding !== 'UTF8') {
      return err(
        failures.because(`is in a database of the encoding ${session.encoding}, not UTF8: not every name fits`),
      );
    }
    const schema = table.schema ?? session.schema;

    for (let tried = 1; tried <= maximumTries; tried++) {
      const shape = yield* readShape(run, table).mapErr(failures.ofOpening);
      if (shape !== undefined) {
        const complaint = complaintAbout(shape);
        if (complaint === undefined) return ok(quoteTable(shape.relation.schema, table.name));
        return err(failures.because(`cannot hold pets, and was left as it is: it ${complaint}`));
      }
      if (!mayCreate) return err(failures.because('does not exist, and was not to be created'));
      if (schema === undefined)
        return err(failures.because('has no schema to be created in: name one, as schema.table'));

      const created = await run({ text: creationOf(quoteTable(schema, table.name)), values: [] });
      if (created.isErr() && (tried === maximumTries || !mayComeFromAnotherCreation(created.error))) {
        return err(failures.ofOpening(created.error));
      }
      if (created.isErr() || tried > 1) await wait(Math.random() * 50);
    }
    return err(failures.because(`was created ${maximumTries} times and is still not there`));
  });
}

/**
 * All in one statement, so that no other process ever sees a part of it: hence a constraint where an index would do. Its
 * index serves the lists of one status.
 */
export function creationOf(table: string): string {
  const statuses = petStatuses.map((status) => `'${status}'`).join(', ');
  return `CREATE TABLE IF NOT EXISTS ${table} (
  id bigint GENERATED ALWAYS AS IDENTITY (MINVALUE 1 MAXVALUE ${Number.MAX_SAFE_INTEGER}) PRIMARY KEY,
  name text NOT NULL,
  category_id bigint NOT NULL,
  status text,
  CHECK (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}),
  CHECK (status IN (${statuses})),
  UNIQUE (status, id)
)`;
}

/**
 * `IF NOT EXISTS` looks before it creates. Where two create at once, one of them finds the other's table, its type or its
 * sequence in the catalogue after all.
 */
function mayComeFromAnotherCreation({ kind, error }: Fault): boolean {
  return kind === 'rolled-back' && ['23505', '42P07', '42710', '40001', '40P01'].includes(error.code ?? '');
}
