import { createHash } from 'node:crypto';

/** A value to or from the database: text, whatever the type of its column, or NULL. */
export type Value = string | null;

/** The values of the columns of a row, in the order of the statement. */
export type Row = readonly Value[];

/** An SQL statement. PostgreSQL runs it in a transaction of its own. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** The name under which each connection prepares it; `undefined` if it is not prepared. */
  readonly name?: string;
}

/**
 * Creates a statement that each connection parses and plans once. Its name comes from its text, because a connection refuses
 * a second text under one name, and storages of several tables may share a pool.
 */
export function createStatement(text: string): (...values: readonly Value[]) => Statement {
  const name = `petstore_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  return (...values) => ({ text, values, name });
}
