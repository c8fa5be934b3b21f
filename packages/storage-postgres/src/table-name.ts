/** The name of a table, part by part, as PostgreSQL keeps it. */
export interface TableName {
  /** The schema; `undefined` where the search path decides. */
  readonly schema: string | undefined;
  readonly name: string;
}

/** The longest identifier, in bytes of UTF-8; PostgreSQL would cut off the rest without a word. */
const maximumBytes = 63;

/**
 * Reads `name` or `schema.name`. Each part is taken as it is, capitals, spaces and quotes included; only a dot cannot be
 * a part of either.
 *
 * @returns the name, or `undefined` for what can be none
 */
export function parseTableName(text: unknown): TableName | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = text.split('.');
  if (parts.length > 2 || !parts.every(isIdentifier)) return undefined;
  const [first = '', second] = parts;
  return second === undefined ? { schema: undefined, name: first } : { schema: first, name: second };
}

/** Writes a part of a name so that SQL takes it as it is. */
export function quoteIdentifier(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Writes a name of known schema for SQL. */
export function quoteTable(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

function isIdentifier(part: string): boolean {
  const bytes = new TextEncoder().encode(part).length;
  return bytes >= 1 && bytes <= maximumBytes && part.isWellFormed() && !part.includes('\0');
}
