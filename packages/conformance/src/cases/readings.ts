import type { RawResponse } from '@petstore/testing';
import type { ClientAnswer } from '../connected-client.ts';
import { lookAtEach, type Finding } from '../finding.ts';
import type { Harness, Step } from '../harness.ts';
import { judgePet, judgePets, type DecodedPet } from '../judge.ts';
import type { CallArguments, ProtocolOperation } from '../protocol.ts';
import { answer, lastHead, repeats, write } from './replies.ts';

/** An operation whose answer has a pet, and the shape of that answer. */
export interface Reading {
  readonly operation: ProtocolOperation;
  readonly status: 200 | 201;
  readonly statusLine: '200 OK' | '201 Created';
  /** What a client is called with, so that the answer can be this pet: a client may compare them. */
  readonly argsFor: (pet: DecodedPet) => CallArguments;
  /** Makes the body of the JSON of a pet. */
  readonly wrap: (petJson: string) => string;
}

/** The list of one pet, and a single one. */
export const list: Reading = {
  operation: 'listPets',
  status: 200,
  statusLine: '200 OK',
  argsFor: () => ({}),
  wrap: (petJson) => `[${petJson}]`,
};

export const create: Reading = {
  operation: 'createPet',
  status: 201,
  statusLine: '201 Created',
  argsFor: ({ name, categoryId }) => ({ name, categoryId }),
  wrap: (petJson) => petJson,
};

export const get: Reading = {
  operation: 'getPet',
  status: 200,
  statusLine: '200 OK',
  argsFor: ({ id }) => ({ petId: id }),
  wrap: (petJson) => petJson,
};

/** Every operation: a client may read the answer of one rightly, and that of another wrongly. */
export const readings: readonly Reading[] = [list, create, get];

/** Those whose answer is one pet. */
export const singleReadings: readonly Reading[] = [create, get];

/** Has a client ask for a pet, and judges whether it returned that pet. */
export async function judgeReading(harness: Harness, reading: Reading, step: Step, pet: DecodedPet): Promise<Finding> {
  return judgeRead(reading, await askFor(harness, reading, step, pet), pet);
}

/** Has a client ask for a pet. */
export function askFor(
  harness: Harness,
  { operation, argsFor }: Reading,
  step: Step,
  pet: DecodedPet,
): Promise<ClientAnswer> {
  return harness.open({ steps: [{ ...step, times: repeats }] }).call(operation, argsFor(pet));
}

/** Judges whether a client returned a pet. */
export function judgeRead({ operation }: Reading, result: ClientAnswer, pet: DecodedPet): Finding {
  return operation === 'listPets' ? judgePets(result, [pet]) : judgePet(result, pet);
}

/** Has a client ask for a pet by each operation, and judges whether it returned that pet each time. */
export function judgeReadings(
  harness: Harness,
  stepOf: (reading: Reading) => Step,
  pet: DecodedPet,
  some: readonly Reading[] = readings,
): Promise<Finding> {
  return lookAtEach(some, (reading) => judgeReading(harness, reading, stepOf(reading), pet));
}

/** Makes the step that answers with the JSON of a pet. */
export function answered(
  { operation, status, wrap }: Reading,
  petJson: string,
  headers: Readonly<Record<string, string>> = {},
): Step {
  return answer(operation, status, wrap(petJson), { headers });
}

/** Makes the step that answers with bytes. */
export function written({ operation }: Reading, raw: RawResponse): Step {
  return write(operation, raw);
}

/** Makes the bytes of a whole response, after which the connection is closed. */
export function whole({ statusLine, wrap }: Reading, petJson: string): string {
  const body = wrap(petJson);
  return `${lastHead(statusLine, `Content-Length: ${Buffer.byteLength(body)}`)}${body}`;
}

/** Writes a pet as JSON. Its integers are texts of digits. */
export function jsonOf({ id, name, categoryId, status }: DecodedPet): string {
  const optional = status === undefined ? '' : `,"status":${JSON.stringify(status)}`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${optional}}`;
}
