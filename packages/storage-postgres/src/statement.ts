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
 * Creates a statement that each connection parses and plans once. Its name comes from its text, because a connection refuses
 * a second text under one name, and storages of several tables may share a pool.
 *
 * @param named false to send the text with each call, for poolers that do not pass names on
 */
export function prepared(text: string, named: boolean): (...values: readonly Value[]) => Statement {
  if (!named) return (...values) => ({ text, values });
  const name = `petstore_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  return (...values) => ({ text, values, name });
}
