import { isPetStatus, parseInt64, petWithId, type Pet } from '@petstore/core';
import { decodeName } from './stored-name.ts';
import type { Row } from './statement.ts';

/** The columns of a pet, in the order of {@link readPet}. */
export const petColumns = 'id, name, category_id, status';

/** Reads a pet; `undefined` if the row is not a pet, as may be in a table that was created or changed by hand. */
export function readPet([id = null, name = null, category = null, status = null]: Row): Pet | undefined {
  const petId = Number(id);
  const categoryId = parseInt64(category ?? '');
  if (!Number.isSafeInteger(petId) || petId < 1 || name === null || categoryId === undefined) return undefined;
  if (status !== null && !isPetStatus(status)) return undefined;
  return petWithId(petId, { name: decodeName(name), categoryId, status: status ?? undefined });
}
