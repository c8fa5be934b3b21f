import { okAsync, type ResultAsync } from '@petstore/core';
import type { QueryFailure } from './query-failure.ts';
import type { Run } from './runner.ts';
import type { Row } from './statement.ts';
import { quoteIdentifier } from './table-name.ts';

/** A table that exists. */
export interface FoundTable {
  /** Its name in SQL, with its schema. */
  readonly sql: string;
  /** Why it cannot hold pets, to follow the word "it"; `undefined` if it can. */
  readonly mismatch: string | undefined;
}

/**
 * Looks a table up, and checks whether it can hold pets. It may have further columns if they may be NULL or the database fills
 * them.
 *
 * @param name its name in SQL, with or without a schema
 * @returns `undefined` if nothing has this name
 */
export function findTable(run: Run, name: string): ResultAsync<FoundTable | undefined, QueryFailure> {
  return run({ text: relationQuery, values: [name] }).andThen(([relation]) => {
    if (relation === undefined) return okAsync(undefined);
    const [schema, table] = relation.map((value) => value ?? '') as [string, string];
    return run({ text: columnsQuery, values: [schema, table] }).andThen((columns) =>
      run({ text: indexesQuery, values: [name] }).map((indexes) => ({
        sql: `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`,
        mismatch: relationMismatch(relation) ?? columnMismatch(columns) ?? indexMismatch(indexes),
      })),
    );
  });
}

const relationQuery = `
  SELECT n.nspname, c.relname, c.relkind, c.relpersistence,
    has_table_privilege(c.oid, 'SELECT'), has_table_privilege(c.oid, 'INSERT')
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.oid = to_regclass($1)`;

function relationMismatch([, , kind, persistence, maySelect, mayInsert]: Row): string | undefined {
  if (kind !== 'r' && kind !== 'p') return 'is not a table, but a view, a sequence or the like';
  if (persistence !== 'p') return 'is temporary or unlogged: its rows would be gone after a crash';
  if (maySelect !== 't') return 'may not be read by this user: GRANT SELECT on it';
  if (mayInsert !== 't') return 'may not be written to by this user: GRANT INSERT on it';
  return undefined;
}

const columnsQuery = `
  SELECT column_name, data_type || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END,
    column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS'
  FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2`;

const petColumnTypes: Readonly<Record<string, string>> = {
  id: 'bigint NOT NULL',
  name: 'text NOT NULL',
  category_id: 'bigint NOT NULL',
  status: 'text',
};

function columnMismatch(columns: readonly Row[]): string | undefined {
  for (const [name, type] of Object.entries(petColumnTypes)) {
    const column = columns.find(([columnName]) => columnName === name);
    if (column === undefined) return `has no column ${name}`;
    if (column[1] !== type) return `has a column ${name} of type ${column[1] ?? ''}, not ${type}`;
  }
  const unfilled = columns.find(
    ([name, type, filled]) =>
      filled !== 't' && (name === 'id' || (!Object.hasOwn(petColumnTypes, name ?? '') && type?.endsWith(' NOT NULL'))),
  );
  return unfilled && `has a column ${unfilled[0] ?? ''} that is NOT NULL, and nothing fills it`;
}

const indexesQuery = `
  SELECT pg_get_indexdef(indexrelid) FROM pg_catalog.pg_index WHERE indrelid = to_regclass($1) AND indisvalid`;

/** An index of the whole table by keys. Distributed databases such as YugabyteDB have the method `lsm`, and write `ASC`, too. */
const indexBy = (keys: string): string =>
  String.raw` USING (?:btree|lsm) \(${keys}\)(?: INCLUDE \([^)]*\))?(?: NULLS NOT DISTINCT)?(?: WITH \([^)]*\))?$`;
const uniqueById = new RegExp(`^CREATE UNIQUE .*${indexBy('id(?: ASC)?')}`, 's');
const byStatusAndId = new RegExp(indexBy('status(?: ASC)?, id(?: ASC)?(?:, [^)]*)?'), 's');

function indexMismatch(indexes: readonly Row[]): string | undefined {
  const some = (pattern: RegExp) => indexes.some(([definition]) => pattern.test(definition ?? ''));
  if (!some(uniqueById)) return 'has no primary key on the column id alone, in ascending order';
  return some(byStatusAndId)
    ? undefined
    : 'has no index that begins with the columns status and id, in ascending order';
}
