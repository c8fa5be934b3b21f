import {
  err,
  type NewPet,
  newPetFieldNames,
  ok,
  type Pet,
  petSchema,
  createFrozenPet,
  Result,
  type StorageQuery,
  validate,
} from '@petstore/core';

/** Decodes a pet. An Err is a sentence about what is wrong. */
function decodePet(body: unknown): Result<Pet, string> {
  return validate(petSchema, body, 'The pet')
    .map((pet) => createFrozenPet(pet.id, pet))
    .mapErr(({ message }) => message);
}

/** Decodes a list. Refuses more pets than the limit, and a pet of another status than the query's. */
export function decodePets(body: unknown, { limit, status }: StorageQuery): Result<readonly Pet[], string> {
  if (!Array.isArray(body)) return err('Its body is not a list.');
  if (body.length > limit) return err(`It has ${body.length} pets, and the limit is ${limit}.`);
  return Result.combine(body.map(decodePet)).andThen((pets) => {
    const other = status === undefined ? undefined : pets.find((pet) => pet.status !== status);
    if (other === undefined) return ok(Object.freeze(pets));
    return err(`The pet ${other.id} has the status ${other.status ?? '(none)'}, and ${status} was asked for.`);
  });
}

/** Decodes the pet that a creation returns. It must be the pet that was sent. The server may add a status. */
export function decodeCreated(body: unknown, sent: Omit<NewPet, 'id'>): Result<Pet, string> {
  return decodePet(body).andThen((pet) => {
    const isSent = newPetFieldNames.every((name) => sent[name] === undefined || pet[name] === sent[name]);
    return isSent ? ok(pet) : err('The created pet is not the pet that was sent.');
  });
}

/** Decodes the pet of a get. It must have the id that was asked for. */
export function decodeFoundPet(body: unknown, petId: number): Result<Pet, string> {
  return decodePet(body).andThen((pet) =>
    pet.id === petId ? ok(pet) : err(`The pet has the id ${pet.id}, and ${petId} was asked for.`),
  );
}
