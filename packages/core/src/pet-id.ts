import { err, ok, type Result } from 'neverthrow';
import { notFound, type NotFound } from './errors.ts';
import { toInt64, type Int64 } from './int64.ts';

/**
 * Validates the id of a pet, a value of any kind.
 *
 * @returns the id; NotFound for anything but a positive safe integer, because no pet can have it
 */
export function validatePetId(petId: unknown): Result<number, NotFound> {
  const id = toInt64(petId);
  if (id === undefined) return err(notFound('No pet has this id: an id is a positive integer.'));
  return typeof id === 'bigint' || id < 1 ? err(petNotFound(id)) : ok(id);
}

/** Makes the NotFound for an id that no pet has. */
export function petNotFound(id: Int64): NotFound {
  return notFound(`No pet has the id ${id}.`);
}
