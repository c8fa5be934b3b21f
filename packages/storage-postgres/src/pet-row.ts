import { parseInt64, petStatuses, petWithId, type Int64, type NewPet, type Pet, type PetStatus } from '@petstore/core';
import { err, ok, type Result } from 'neverthrow';
import { decodeName, encodeName } from './stored-name.ts';
import type { Row, Value } from './statement.ts';

/** The columns of a pet in the order of {@link readPet}. */
export const petColumns = 'id, name, category_id, status';

/** Gives the values of `name`, `category_id` and `status`, in this order; no status is NULL. */
export function newPetValues({ name, categoryId, status }: NewPet): readonly Value[] {
  return [encodeName(name), String(categoryId), status ?? null];
}

/** Reads a pet from a row; why it is none where somebody else has written it. */
export function readPet([idText, storedName, categoryText, statusText]: Row): Result<Pet, string> {
  return readId(idText).andThen((id) => {
    const categoryId = integer(categoryText);
    if (typeof storedName !== 'string') return err(`the pet ${id} has no name`);
    if (categoryId === undefined) return err(`the pet ${id} has a category_id that is no 64-bit integer`);
    if (!isStatus(statusText)) return err(`the pet ${id} has a status that is none`);
    return ok(petWithId(id, { name: decodeName(storedName), categoryId, status: statusText ?? undefined }));
  });
}

/** Reads an assigned id. The table itself keeps ids in the safe integers; one that was made by hand may not. */
export function readId(text: Value | undefined): Result<number, string> {
  const id = integer(text);
  return typeof id === 'number' && id > 0 ? ok(id) : err(`the id ${text ?? 'NULL'} is no positive safe integer`);
}

function integer(text: Value | undefined): Int64 | undefined {
  return typeof text === 'string' ? parseInt64(text) : undefined;
}

function isStatus(text: Value | undefined): text is PetStatus | null {
  return text === null || petStatuses.some((status) => status === text);
}
