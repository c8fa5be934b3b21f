import type { RawResponse } from '@petstore/testing';
import type { CallOptions } from '../harness/caller.ts';
import type { ClientAnswer } from '../adapter/client-fixture.ts';
import type { Harness } from '../harness/harness.ts';
import { judgePet, judgePets, type DecodedPet } from '../judge.ts';
import { observeEach, type Observation } from '../observation.ts';
import type { CallArguments, ProtocolOperation } from '../adapter/protocol.ts';
import type { Step } from '../harness/session.ts';
import { answer, repeats, write } from './answers.ts';

/** An operation, and how its answer contains one pet. */
export interface PetOperation {
  readonly operation: ProtocolOperation;
  readonly status: 200 | 201;
  readonly statusLine: '200 OK' | '201 Created';
  /** Makes the arguments to which this pet is an answer: a client may compare them. */
  readonly argsFor: (pet: DecodedPet) => CallArguments;
  /** Makes the body of the answer from the JSON of the pet. */
  readonly wrap: (petJson: string) => string;
}

/** A list with one pet. */
export const list: PetOperation = {
  operation: 'listPets',
  status: 200,
  statusLine: '200 OK',
  argsFor: () => ({}),
  wrap: (petJson) => `[${petJson}]`,
};

export const create: PetOperation = {
  operation: 'createPet',
  status: 201,
  statusLine: '201 Created',
  argsFor: ({ name, categoryId }) => ({ name, categoryId }),
  wrap: (petJson) => petJson,
};

export const get: PetOperation = {
  operation: 'getPet',
  status: 200,
  statusLine: '200 OK',
  argsFor: ({ id }) => ({ petId: id }),
  wrap: (petJson) => petJson,
};

/** Every operation: a client may read the answer to one operation correctly, and that to another one wrongly. */
export const petOperations: readonly PetOperation[] = [list, create, get];

/** The operations whose answer is a single pet. */
export const singlePetOperations: readonly PetOperation[] = [create, get];

/** Makes the step that answers with the JSON of a pet. */
export function answerPet(
  { operation, status, wrap }: PetOperation,
  petJson: string,
  headers: Readonly<Record<string, string>> = {},
): Step {
  return answer(operation, status, wrap(petJson), { headers });
}

/** Makes the step that answers with these bytes. */
export function answerRaw({ operation }: PetOperation, raw: RawResponse): Step {
  return write(operation, raw);
}

/** Calls the client so that a pet can be the answer. Every request gets the answer of the step. */
export function askFor(
  harness: Harness,
  { operation, argsFor }: PetOperation,
  step: Step,
  pet: DecodedPet,
  options?: CallOptions,
): Promise<ClientAnswer> {
  return harness.open({ steps: [{ ...step, times: repeats }] }).call(operation, argsFor(pet), options);
}

/** Judges whether the client returned the pet. */
export function judgeReturned({ operation }: PetOperation, result: ClientAnswer, pet: DecodedPet): Observation {
  return operation === 'listPets' ? judgePets(result, [pet]) : judgePet(result, pet);
}

/** Answers an operation with a step, and judges whether the client returned the pet. */
export async function observeRead(
  harness: Harness,
  petOperation: PetOperation,
  step: Step,
  pet: DecodedPet,
): Promise<Observation> {
  return judgeReturned(petOperation, await askFor(harness, petOperation, step, pet), pet);
}

/** Answers each operation with a step, and judges whether the client returned the pet each time. */
export function observeReads(
  harness: Harness,
  makeStep: (petOperation: PetOperation) => Step,
  pet: DecodedPet,
  operations: readonly PetOperation[] = petOperations,
): Promise<Observation> {
  return observeEach(operations, (petOperation) => observeRead(harness, petOperation, makeStep(petOperation), pet));
}
