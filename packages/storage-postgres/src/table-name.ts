/** The longest identifier, in bytes of UTF-8: PostgreSQL cuts longer ones off silently. */
const maximumBytes = 63;

/**
 * Turns `name` or `schema.name` into SQL. Each part is taken as it is, capitals, spaces and quotes included; only a dot cannot
 * be part of either.
 *
 * @returns the SQL, or `undefined` if no table can have this name
 */
export function quoteTableName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const parts = name.split('.');
  return parts.length <= 2 && parts.every(isIdentifier) ? parts.map(quoteIdentifier).join('.') : undefined;
}

function quoteIdentifier(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function isIdentifier(part: string): boolean {
  const bytes = new TextEncoder().encode(part).length;
  return bytes >= 1 && bytes <= maximumBytes && part.isWellFormed() && !part.includes('\0');
}
