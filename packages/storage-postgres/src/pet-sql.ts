/** The columns of a row, in the order of `readPet`. The database assigns the first one. */
const columns = 'id, name, category_id, status';

/** Finds one pet. `$1` is its id. */
export function selectById(table: string): string {
  return `SELECT ${columns} FROM ${table} WHERE id = $1`;
}

/** Lists the first pets. */
export function selectFirst(table: string, limit = '$1'): string {
  return `SELECT ${columns} FROM ${table} ORDER BY id LIMIT ${limit}`;
}

/**
 * Lists the first pets of one status. With `status = $1 ORDER BY id`, the planner may scan the primary key instead, and read every
 * pet of another status.
 */
export function selectFirstByStatus(table: string, status = '$1', limit = '$2'): string {
  return `SELECT ${columns} FROM ${table} WHERE status >= ${status} AND status <= ${status} ORDER BY status, id LIMIT ${limit}`;
}

/** Creates pets. */
export function insert(table: string, rows = '($1, $2, $3)'): string {
  return `INSERT INTO ${table} (name, category_id, status) VALUES ${rows}`;
}

/**
 * Creates pets, and returns each row as stored, because a trigger may have changed the row. If a table that somebody made assigns an
 * id that is out of range, the division by zero rolls the creation back.
 */
export function insertReturning(table: string, rows?: string): string {
  return `${insert(table, rows)} RETURNING ${columns}, 1 / (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER})::int`;
}
