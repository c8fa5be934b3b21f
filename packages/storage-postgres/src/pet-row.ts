import { isPetStatus, parseInt64, createFrozenPet, type NewPet, type Pet } from '@petstore/core';
import type { Row, Value } from './run-statement.ts';

/** The columns that a creation gives, in the order of `createPetValues`. */
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
 * Lists the first pets of one status. `$1` is the status, `$2` the number. Not `status = $1 ORDER BY id`: for that, the planner may scan
 * the primary key, and read every pet of another status.
 */
export function selectFirstByStatus(table: string): string {
  return `SELECT ${columns} FROM ${table} WHERE status >= $1 AND status <= $1 ORDER BY status, id LIMIT $2`;
}

/** Creates pets, and returns each row as stored, because a trigger may have changed the row. */
export function insertReturning(table: string, rows = '($1, $2, $3)'): string {
  return `INSERT INTO ${table} (${givenColumns.join(', ')}) VALUES ${rows} RETURNING ${columns}`;
}

/** Makes the values of the `givenColumns`. */
export function createPetValues({ name, categoryId, status }: NewPet): readonly Value[] {
  return [encodeName(name), String(categoryId), status ?? null];
}

/** Reads a pet. Returns `undefined` if the row is not a pet, which a table that was made or changed by hand may contain. */
export function readPet([id = null, name = null, category = null, status = null]: Row): Pet | undefined {
  const petId = readId(id);
  const categoryId = parseInt64(category ?? '');
  if (petId === undefined || name === null || categoryId === undefined) return undefined;
  if (status !== null && !isPetStatus(status)) return undefined;
  return createFrozenPet(petId, { name: decodeName(name), categoryId, status: status ?? undefined });
}

/** Reads an id. Returns `undefined` if no pet can have it. */
export function readId(id: Value): number | undefined {
  const petId = Number(id);
  return Number.isSafeInteger(petId) && petId >= 1 ? petId : undefined;
}

/**
 * A `text` column can hold any character except U+0000, which is stored as ␀ (U+2400, SYMBOL FOR NULL). A ␀ in the name itself,
 * and the escape character ␛ (U+241B), are stored with a ␛ before them. Every other name is stored as it is.
 */
export function encodeName(name: string): string {
  return name.replace(/[\0␀␛]/g, (character) => (character === '\0' ? '␀' : `␛${character}`));
}

/** The inverse of `encodeName`. */
export function decodeName(stored: string): string {
  return stored.replace(/␛([␀␛])|␀/g, (_, escaped: string | undefined) => escaped ?? '\0');
}
