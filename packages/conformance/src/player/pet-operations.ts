import type { OperationName } from '@petstore/http';
import type { CallArguments, CallResult } from '../adapter/protocol.ts';
import { type DecodedPet, judgePet, judgePets } from './judge.ts';
import type { Observation } from '../observation/observation.ts';

/** An operation, and how its response contains one pet. */
export interface PetOperation {
  readonly operation: OperationName;
  readonly status: 200 | 201;
  /** Makes the arguments to which this pet is a response: a client may compare them. */
  readonly argsFor: (pet: DecodedPet) => CallArguments;
  /** Makes the body of the response from the JSON of the pet. */
  readonly wrap: (petJson: string) => string;
}

export const list: PetOperation = {
  operation: 'listPets',
  status: 200,
  argsFor: () => ({}),
  wrap: (petJson) => `[${petJson}]`,
};

export const create: PetOperation = {
  operation: 'createPet',
  status: 201,
  argsFor: ({ name, categoryId }) => ({ name, categoryId }),
  wrap: (petJson) => petJson,
};

export const get: PetOperation = {
  operation: 'getPet',
  status: 200,
  argsFor: ({ id }) => ({ petId: id }),
  wrap: (petJson) => petJson,
};

/** Every operation: a client may read the response to one operation correctly, and that to another one wrongly. */
export const petOperations: readonly PetOperation[] = [list, create, get];

export const singlePetOperations: readonly PetOperation[] = [create, get];

export function findOperation(operation: OperationName): PetOperation {
  return { listPets: list, createPet: create, getPet: get }[operation];
}

/** Judges whether the client returned the pet; as the only one of a list. */
export function judgeReturned(operation: OperationName, result: CallResult, pet: DecodedPet): Observation {
  return operation === 'listPets' ? judgePets(result, [pet]) : judgePet(result, pet);
}
