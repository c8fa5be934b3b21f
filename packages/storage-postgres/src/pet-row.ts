import { parseInt64, petStatuses, petWithId, type Pet, type PetStatus } from '@petstore/core';
import { decodeName } from './stored-name.ts';
import type { Row, Value } from './statement.ts';

/** The columns of a pet, in the order of {@link readPet}. */
export const petColumns = 'id, name, category_id, status';

/** Reads a pet; `undefined` if the row is not a pet, as may be in a table that was created or changed by hand. */
export function readPet([id = null, name = null, category = null, status = null]: Row): Pet | undefined {
  const petId = Number(id);
  const categoryId = parseInt64(category ?? '');
  if (!Number.isSafeInteger(petId) || petId < 1 || name === null || categoryId === undefined) return undefined;
  return isStatus(status)
    ? petWithId(petId, { name: decodeName(name), categoryId, status: status ?? undefined })
    : undefined;
}

function isStatus(value: Value): value is PetStatus | null {
  return value === null || petStatuses.some((status) => status === value);
}
