import { createHash } from 'node:crypto';

/** A value as it goes to the database and comes from it: text, whatever the column's type. */
export type Value = string | null;

/** A row: the values of its columns, in the order of the statement. */
export type Row = readonly Value[];

/** One SQL statement, complete in itself: PostgreSQL runs it in a transaction of its own. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** The name that it is prepared under on each connection; `undefined` for what runs once. */
  readonly name?: string;
}

/**
 * Makes a statement that each connection parses and plans once. Its name comes from its text, for a connection refuses a
 * second text under one name, and storages of several tables may share a pool.
 */
export function prepared(text: string): (...values: readonly Value[]) => Statement {
  const name = `petstore_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  return (...values) => ({ text, values, name });
}
