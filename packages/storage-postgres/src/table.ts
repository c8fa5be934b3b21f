import { err, ok, petStatuses, storageFailure, type ResultAsync, type StorageFailure } from '@petstore/core';
import * as z from 'zod';
import { isPerhapsNotPostgres } from './query-failure.ts';
import type { Run } from './run-statement.ts';

/** A table that can hold pets. */
export interface PetTable {
  /** Its name in SQL, with its schema: `public.pets`. */
  readonly sql: string;
  /** For messages: `The table pets in PostgreSQL at db:5432, database pets`. */
  readonly description: string;
}

/** Which table to open. */
export interface TableOptions {
  /** The name, as the caller gave it. */
  readonly name: string;
  /** Where the database is, for messages. */
  readonly server: string;
  /** Whether to create the table if it is missing. */
  readonly create: boolean;
}

/** Finds the table for pets, or creates it. A table that cannot hold pets is refused and left as it is. */
export function openTable(run: Run, { name, server, create }: TableOptions): ResultAsync<PetTable, StorageFailure> {
  const quotedName = quoteTableName(name);
  const description = `The table ${name} in ${server}`;
  const find = () => run({ text: findTableStatement, values: [quotedName] }).map(([row]) => row);
  // If others create the table at the same time, CREATE may fail in spite of IF NOT EXISTS, but then the table exists.
  const createAndFind = () =>
    run({ text: createTableStatement(quotedName), values: [] })
      .andThen(find)
      .orElse((failure) => find().andThen((row) => (row ? ok(row) : err(failure))));

  return find()
    .andThen((row) => (row === undefined && create ? createAndFind() : ok(row)))
    .mapErr((failure) => {
      const question = isPerhapsNotPostgres(failure) ? '; is it PostgreSQL that listens there? Check the port' : '';
      return storageFailure(`The table ${name} could not be opened: ${failure.message}${question}.`, failure.error);
    })
    .andThen(([sql = null, mismatch = null] = []) => {
      if (mismatch !== null) {
        return err(storageFailure(`${description} cannot hold pets, and was left as it is: it ${mismatch}.`));
      }
      return sql === null ? err(storageFailure(`${description} does not exist.`)) : ok({ sql, description });
    });
}

/** PostgreSQL cuts off the rest of a longer identifier, without an error. */
const maxNameBytes = 63;

/**
 * The schema of a table's name: `name` or `schema.name`. Each part is taken as it is, capitals, spaces and quotes included. Neither
 * can contain a dot.
 */
export const tableNameSchema = z.string().refine(isTableName, {
  error: `must be a name, or schema.name, of 1 to ${maxNameBytes} bytes each`,
});

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
 * Returns the statement that creates a table for pets. It is one statement, so that no other process sees an unfinished table.
 * That is why it has a UNIQUE constraint instead of an index. The index of the constraint serves the lists of one status.
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

/**
 * Looks up the table `$1`, a name in SQL with or without a schema. It returns one row: the name in SQL with its schema, and the
 * reason why the table cannot hold pets, or NULL. The reason follows the word "it". There is no row if there is no such
 * table and the encoding is right. Further columns must be nullable or filled by the database.
 *
 * It compares numbers of the catalogue. SQL text of the catalogue depends on settings. `indoption` is 0 for a column in ascending
 * order with NULLs last. CockroachDB has indexes of the method `prefix`, with NULLs first (2). YugabyteDB has the method `lsm`.
 */
const findTableStatement = `
  WITH relation AS (
    SELECT c.oid, nspname, relname, relkind, relpersistence
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace
    WHERE c.oid = to_regclass($1)
  ), needed (name, type, is_required) AS (
    VALUES ('id', 'pg_catalog.int8'::regtype, true), ('name', 'pg_catalog.text'::regtype, true),
      ('category_id', 'pg_catalog.int8'::regtype, true), ('status', 'pg_catalog.text'::regtype, false)
  ), found AS (
    SELECT attnum, attname::text AS name, attcollation,
      CASE typtype WHEN 'd' THEN typbasetype ELSE t.oid END AS type,
      attnotnull OR typtype = 'd' AND typnotnull AS is_required,
      atthasdef OR attidentity <> '' OR typdefault IS NOT NULL AS is_filled
    FROM relation JOIN pg_catalog.pg_attribute ON attrelid = relation.oid JOIN pg_catalog.pg_type t ON t.oid = atttypid
    WHERE attnum > 0 AND NOT attisdropped
  ), wrong AS (
    SELECT coalesce(
      'a column ' || name || ' of type ' || format_type(found.type, NULL) || CASE WHEN found.is_required THEN ' NOT NULL' ELSE '' END
        || ', not ' || format_type(needed.type, NULL) || CASE WHEN needed.is_required THEN ' NOT NULL' ELSE '' END,
      'no column ' || name) AS text
    FROM needed LEFT JOIN found USING (name)
    WHERE found.type IS DISTINCT FROM needed.type OR found.is_required <> needed.is_required
  ), unfilled AS (
    SELECT name FROM found WHERE is_required AND NOT is_filled AND name NOT IN ('name', 'category_id')
  ), ordered AS (
    SELECT indexrelid, indisunique, indnkeyatts, position, name
    FROM relation JOIN pg_catalog.pg_index ON indrelid = relation.oid
      JOIN pg_catalog.pg_class c ON c.oid = indexrelid JOIN pg_catalog.pg_am m ON m.oid = relam
      CROSS JOIN (VALUES (0), (1)) AS positions (position)
      JOIN found ON attnum = indkey[position] AND attcollation = indcollation[position]
    WHERE indisvalid AND indpred IS NULL AND position < indnkeyatts
      AND amname IN ('btree', 'lsm', 'prefix') AND indoption[position] = CASE amname WHEN 'prefix' THEN 2 ELSE 0 END
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_opclass o WHERE o.oid = indclass[position] AND NOT opcdefault)
  )
  SELECT quote_ident(nspname) || '.' || quote_ident(relname), coalesce(
    CASE
      WHEN current_setting('server_encoding') <> 'UTF8'
        THEN 'is in a database of the encoding ' || current_setting('server_encoding') || ', but names need UTF8'
      WHEN relkind NOT IN ('r', 'p') THEN 'is not a table, but a view, a sequence or the like'
      WHEN relpersistence <> 'p' THEN 'is temporary or unlogged: its rows would be gone after a crash'
      WHEN NOT has_table_privilege(oid, 'SELECT') THEN 'may not be read by this user: GRANT SELECT on it'
      WHEN NOT has_table_privilege(oid, 'INSERT') THEN 'may not be written to by this user: GRANT INSERT on it'
    END,
    'has ' || (SELECT string_agg(text, ' and ') FROM wrong),
    'has a column ' || (SELECT string_agg(name, ', ') FROM unfilled) || ' that is NOT NULL, and nothing fills it',
    CASE
      WHEN NOT EXISTS (SELECT 1 FROM ordered WHERE indisunique AND indnkeyatts = 1 AND name = 'id')
        THEN 'has no primary key on the column id alone, in ascending order'
      WHEN NOT EXISTS (
        SELECT 1 FROM ordered AS first JOIN ordered AS second USING (indexrelid)
        WHERE first.position = 0 AND first.name = 'status' AND second.position = 1 AND second.name = 'id'
      ) THEN 'has no index that begins with the columns status and id, in ascending order'
    END
  )
  FROM (SELECT 1) AS always LEFT JOIN relation ON true
  WHERE oid IS NOT NULL OR current_setting('server_encoding') <> 'UTF8'`;
