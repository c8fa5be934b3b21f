/** The longest identifier, in bytes of UTF-8: PostgreSQL cuts longer ones off silently. */
const maximumBytes = 63;

/**
 * Turns `name` or `schema.name` into SQL. Each part is taken as it is, capitals, spaces and quotes included; only a dot cannot
 * be part of either.
 *
 * @returns the SQL, or `undefined` if no table can have this name
 */
export function quoteTableName(name: unknown): string | undefined {
  if (typeof name !== 'string' || !name.isWellFormed() || name.includes('\0')) return undefined;
  const parts = name.split('.');
  if (parts.length > 2 || parts.some((part) => part === '' || Buffer.byteLength(part) > maximumBytes)) return undefined;
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
}
