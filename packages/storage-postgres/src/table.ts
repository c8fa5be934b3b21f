import {
  err,
  ok,
  petStatuses,
  storageFailure,
  type Result,
  type ResultAsync,
  type StorageFailure,
} from '@petstore/core';
import * as z from 'zod/mini';
import { givenColumns, insertReturning, readId, selectById } from './pet-row.ts';
import type { QueryFailure } from './query-failure.ts';
import { createStatement, type Row, type Run, type Statement } from './run-statement.ts';

/** A table that can hold pets. */
export interface PetTable {
  /** Its name in SQL, as the caller gave it: `"public"."pets"`, or `"pets"`, which the search path finds. */
  readonly sql: string;
  /** For messages: `The table pets in PostgreSQL at db:5432, database pets`. */
  readonly description: string;
}

/**
 * Opens the table for pets. Creates a missing one. Tries an existing one, and refuses one that cannot hold pets.
 *
 * @param server where the database is, for messages
 */
export async function openTable(
  run: Run,
  server: string,
  { table: name, createTable: create }: { readonly table: string; readonly createTable: boolean },
): Promise<Result<PetTable, StorageFailure>> {
  const sql = quoteTableName(name);
  const table = { sql, description: `The table ${name} in ${server}` };
  const selectGreatestId = createStatement(selectById(sql))(String(Number.MAX_SAFE_INTEGER));

  /** Whether the table exists. */
  const find = (): ResultAsync<boolean, QueryFailure> =>
    run(selectGreatestId)
      .map(() => true)
      .orElse((failure) => (failure.error.code === '42P01' ? ok(false) : err(failure)));
  // If others create the table at the same time, CREATE may fail in spite of IF NOT EXISTS, but then the table exists.
  const createAndFind = () =>
    run({ text: createTableStatement(sql), values: [] })
      .andThen(find)
      .orElse((failure) => find().andThen((found) => (found ? ok(found) : err(failure))));

  const createOpenFailure = ({ message, error }: QueryFailure) =>
    storageFailure(`The table ${name} could not be opened: ${message}.`, error);
  const createUnfitFailure = (reason: string, cause?: unknown) =>
    storageFailure(`${table.description} cannot hold pets, and was left as it is: it ${reason}.`, cause);
  const createTrialFailure = (failure: QueryFailure) =>
    isFailureOfTable(failure)
      ? createUnfitFailure(`failed a trial (${failure.reason})${failure.advice}`, failure.error)
      : createOpenFailure(failure);

  const probed = await run(probe);
  if (probed.isErr()) return err(createOpenFailure(probed.error));
  if (probed.value[0]?.[1] !== '1') return err(storageFailure(changedValuesMessage));
  const found = await find();
  if (found.isErr()) return err(createTrialFailure(found.error));
  if (found.value) {
    const tried = await tryTable(run, sql);
    if (tried.isErr()) return err(createTrialFailure(tried.error));
    return tried.value === undefined ? ok(table) : err(createUnfitFailure(tried.value));
  }
  const created = create ? await createAndFind() : ok(false);
  if (created.isErr()) return err(createOpenFailure(created.error));
  return created.value ? ok(table) : err(storageFailure(`${table.description} does not exist.`));
}

/** Fails if the encoding of the database cannot hold every character. Returns the text `1`, unless the pool reads values as binary. */
const probe: Statement = { text: "SELECT '🐕', $1::bigint", values: ['1'] };

const changedValuesMessage =
  'The pool changes the values of an answer: leave out its option binary, pg.defaults.binary, or what else changes them.';

/** Whether a statement failed because of the table, its triggers or the rights to it. */
function isFailureOfTable({ outcome, error }: QueryFailure): boolean {
  return outcome === 'rolled-back' && /^(?:0A|2[237]|4[24]|54|55000|P0)/.test(error.code ?? '');
}

/** PostgreSQL cuts off the rest of a longer identifier, without an error. */
const maxNameBytes = 63;

/** A table's name: `name` or `schema.name`. Each part is taken as it is, capitals, spaces and quotes included, and has no dot. */
export const tableNameSchema = z
  .string()
  .check(z.refine(isTableName, { error: `must be a name, or schema.name, of 1 to ${maxNameBytes} bytes each` }));

function isTableName(name: string): boolean {
  const parts = name.split('.');
  const isShort = parts.every((part) => part !== '' && Buffer.byteLength(part) <= maxNameBytes);
  return parts.length <= 2 && isShort && name.isWellFormed() && !name.includes('\0');
}

function quoteTableName(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/**
 * Returns the statement that creates a table for pets: one statement, so that no other process sees an unfinished table. The UNIQUE
 * constraint is there for its index, which serves the lists of one status; CREATE INDEX would be a second statement.
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

/** The extremes of each field: the length of the name in characters, the category, the status. The long name has 64 KiB. */
const extremes: readonly (readonly [length: number, category: string, status: string | null])[] = [
  [0, '9223372036854775807', 'available'],
  [0, '-9223372036854775808', 'pending'],
  [16_384, '0', 'sold'],
  [1, '1', null],
];

/**
 * Tries a table: creates pets, and rolls them back. Only their ids stay used. The statements are one message, because the pool may send
 * the next message on another connection.
 *
 * @returns why the table cannot hold pets, after the word "it"; `undefined` if it can
 */
function tryTable(run: Run, table: string): ResultAsync<string | undefined, QueryFailure> {
  const rows = extremes.map(
    ([length, category, status]) =>
      `(repeat('🐕', ${length}), '${category}', ${status === null ? 'NULL' : `'${status}'`})`,
  );
  const text = `BEGIN; ${insertReturning(table, rows.join(', '))}; ROLLBACK`;
  return run({ text, values: [] }).map((stored) => {
    if (stored.length < extremes.length) return `did not store a pet: ${reasonForNoRow}`;
    if (stored.some(([id = null]) => readId(id) === undefined)) {
      return `assigned an id that is not from 1 to ${Number.MAX_SAFE_INTEGER}`;
    }
    const sent: Row = extremes.flatMap(([length, ...rest]) => ['🐕'.repeat(length), ...rest]);
    const returned: Row = stored.flatMap((row) => row.slice(1));
    const changed = sent.findIndex((value, index) => value !== returned[index]);
    if (changed === -1) return undefined;
    const column = givenColumns[changed % givenColumns.length] ?? '';
    return `changes a pet: ${column} ${describeValue(sent[changed])} became ${describeValue(returned[changed])}`;
  });
}

/** Why a creation returns no row. */
export const reasonForNoRow = 'a trigger or a rule dropped it, or put it into another table';

function describeValue(value: string | null = null): string {
  return value === null ? 'NULL' : `"${value.slice(0, 30)}"`;
}
