import {
  err,
  type Int64,
  type ListPetsQuery,
  type NewPet,
  ok,
  type Pet,
  petSchema,
  createFrozenPet,
  Result,
  validate,
} from '@petstore/core';

/** Decodes one pet. The Err is a sentence about what is wrong. */
function decodePet(body: unknown): Result<Pet, string> {
  return validate(petSchema, body, 'The pet')
    .map((pet) => createFrozenPet(pet.id, pet))
    .mapErr(({ message }) => message);
}

/** Decodes a list: no longer than its limit, and of the status that was asked for. */
export function decodePets(
  body: unknown,
  { limit, status }: ListPetsQuery & { readonly limit: number },
): Result<readonly Pet[], string> {
  if (!Array.isArray(body)) return err('Its body is not a list.');
  if (body.length > limit) return err(`It has ${body.length} pets, and the limit is ${limit}.`);
  return Result.combine(body.map(decodePet)).andThen((pets) => {
    const other = status === undefined ? undefined : pets.find((pet) => pet.status !== status);
    if (other === undefined) return ok(Object.freeze(pets));
    return err(`The pet ${other.id} has the status ${other.status ?? '(none)'}, and ${status} was asked for.`);
  });
}

/** Decodes the pet that a creation returns: the one that was sent. A pet without a status may have got one. */
export function decodeCreated(body: unknown, sent: Omit<NewPet, 'id'>): Result<Pet, string> {
  return decodePet(body).andThen((pet) => {
    const isSent =
      pet.name === sent.name &&
      pet.categoryId === sent.categoryId &&
      (sent.status === undefined || pet.status === sent.status);
    return isSent ? ok(pet) : err('The created pet is not the pet that was sent.');
  });
}

export function decodePetWithId(body: unknown, petId: Int64): Result<Pet, string> {
  return decodePet(body).andThen((pet) =>
    pet.id === petId ? ok(pet) : err(`The pet has the id ${pet.id}, and ${petId} was asked for.`),
  );
}
