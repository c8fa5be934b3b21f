/** The columns of a pet that a creation gives, in the order of `createPetValues`. */
export const givenColumns = ['name', 'category_id', 'status'] as const;

/** The columns of a row, in the order of `readPet`. The database assigns the first one. */
const columns = ['id', ...givenColumns].join(', ');

/** Finds one pet. `$1` is its id. */
export function selectById(table: string): string {
  return `SELECT ${columns} FROM ${table} WHERE id = $1`;
}

/** Lists the first pets. `$1` is their number. */
export function selectFirst(table: string): string {
  return `SELECT ${columns} FROM ${table} ORDER BY id LIMIT $1`;
}

/**
 * Lists the first pets of one status. `$1` is the status, `$2` the number. With `status = $1 ORDER BY id`, the planner may scan the
 * primary key instead, and read every pet of another status.
 */
export function selectFirstByStatus(table: string): string {
  return `SELECT ${columns} FROM ${table} WHERE status >= $1 AND status <= $1 ORDER BY status, id LIMIT $2`;
}

/** Creates pets, and returns each row as stored, because a trigger may have changed the row. */
export function insertReturning(table: string, rows = '($1, $2, $3)'): string {
  return `INSERT INTO ${table} (${givenColumns.join(', ')}) VALUES ${rows} RETURNING ${columns}`;
}
