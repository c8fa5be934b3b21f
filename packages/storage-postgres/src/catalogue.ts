import { okAsync, type ResultAsync } from 'neverthrow';
import type { Fault } from './fault.ts';
import type { Run } from './runner.ts';
import type { Row, Statement } from './statement.ts';
import type { TableName } from './table-name.ts';
import type { Column, Index, Relation, TableShape } from './table-shape.ts';

/** What a session of the database says of itself. */
export interface Session {
  /** The schema where a table without one would be created; `undefined` where the search path names none that exists. */
  readonly schema: string | undefined;
  readonly encoding: string;
}

/** Asks for the current schema and the encoding of the database. */
export function readSession(run: Run): ResultAsync<Session, Fault> {
  return run(once("SELECT current_schema(), current_setting('server_encoding')")).map(([row]) => ({
    schema: row?.[0] ?? undefined,
    encoding: row?.[1] ?? '',
  }));
}

/** Looks up what stands under a name; `undefined` where nothing does. */
export function readShape(run: Run, name: TableName): ResultAsync<TableShape | undefined, Fault> {
  return run(relationNamed(name)).andThen(([row]): ResultAsync<TableShape | undefined, Fault> => {
    if (row === undefined) return okAsync(undefined);
    const relation = readRelation(row);
    return run(once(columnsQuery, relation.oid)).andThen((columns) =>
      run(once(indexesQuery, relation.oid)).map((indexes) => ({
        relation,
        columns: columns.map(readColumn),
        indexes: indexes.map(readIndex),
      })),
    );
  });
}

function relationNamed({ schema, name }: TableName): Statement {
  const text = `
    SELECT c.oid, n.nspname, c.relkind, c.relpersistence,
      has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'), has_table_privilege(c.oid, 'INSERT')
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = $1 AND`;
  return schema === undefined
    ? once(`${text} pg_catalog.pg_table_is_visible(c.oid)`, name)
    : once(`${text} n.nspname = $2`, name, schema);
}

const columnsQuery = `
  SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.atthasdef OR a.attidentity IN ('a', 'd')
  FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped`;

const indexesQuery = `
  SELECT i.indisprimary, pg_catalog.pg_get_indexdef(i.indexrelid)
  FROM pg_catalog.pg_index i
  WHERE i.indrelid = $1 AND i.indisvalid AND i.indpred IS NULL`;

function readRelation([oid, schema, kind, persistence, maySelect, mayInsert]: Row): Relation {
  return {
    oid: oid ?? '',
    schema: schema ?? '',
    kind: kind ?? '',
    persistence: persistence ?? '',
    maySelect: isTrue(maySelect),
    mayInsert: isTrue(mayInsert),
  };
}

function readColumn([name, type, notNull, filled]: Row): Column {
  return { name: name ?? '', type: type ?? '', notNull: isTrue(notNull), filled: isTrue(filled) };
}

function readIndex([primary, definition]: Row): Index {
  return { primary: isTrue(primary), definition: definition ?? '' };
}

/** A boolean as PostgreSQL writes it. */
function isTrue(text: string | null | undefined): boolean {
  return text === 't';
}

function once(text: string, ...values: readonly string[]): Statement {
  return { text, values };
}
