import { stringifyJson } from '@petstore/core';
import type { OperationName } from '@petstore/http';
import { EarlyObservation, harnessError, mismatch, pass, type Observation } from '../observation/observation.ts';
import type { AnswerError, CallResult } from '../adapter/protocol.ts';
import { describeResult } from '../harness/calls.ts';

/** A pet as an adapter writes it: its integers are decimal digits. */
export interface DecodedPet {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  /** `undefined` if the pet must have no status. If this field is absent, the status is not judged. */
  readonly status?: string | undefined;
}

/** Judges whether the client returned this pet. It may have more fields. */
export function judgePet(result: CallResult, pet: DecodedPet): Observation {
  return judge(result, 'ok' in result && isPet(result.ok, pet));
}

export function judgePets(result: CallResult, pets: readonly DecodedPet[]): Observation {
  // Some languages have null instead of an empty list.
  const returned = 'ok' in result ? (result.ok ?? (pets.length === 0 ? [] : undefined)) : undefined;
  if (!Array.isArray(returned) || pets.length < 2) {
    const isList = Array.isArray(returned) && returned.length === pets.length;
    return judge(result, isList && pets.every((pet, index) => isPet(returned[index], pet)));
  }
  const wrong = pets.findIndex((pet, index) => !isPet(returned[index], pet));
  if (wrong >= 0) {
    const [wanted, got] = [pets[wrong], returned[wrong] as unknown].map((pet) => stringifyJson(pet));
    // `findDifference` of the reports splits this sentence at ", not ".
    return mismatch(
      `It returned ${returned.length} pets of ${pets.length}. Pet ${wrong + 1} is ${got}, not ${wanted}.`,
    );
  }
  if (returned.length > pets.length) return mismatch(`It returned ${returned.length} pets of ${pets.length}.`);
  return pass(`It returned ${pets.length} pets.`);
}

/** Judges whether the client returned the pet; as the only one of a list. */
export function judgeReturned(operation: OperationName, result: CallResult, pet: DecodedPet): Observation {
  return operation === 'listPets' ? judgePets(result, [pet]) : judgePet(result, pet);
}

/** Whether what the adapter wrote is this pet. An absent status may be null. */
function isPet(value: unknown, wanted: DecodedPet): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const pet = value as Partial<Record<keyof DecodedPet, unknown>>;
  for (const field of ['id', 'categoryId'] as const) {
    if (typeof pet[field] === 'number' || typeof pet[field] === 'bigint') {
      throw new EarlyObservation(
        harnessError(`The adapter wrote ${field} as a number: integers must be decimal digits in a string.`),
      );
    }
  }
  const hasStatus = !('status' in wanted) || (pet.status ?? undefined) === wanted.status;
  return pet.id === wanted.id && pet.name === wanted.name && pet.categoryId === wanted.categoryId && hasStatus;
}

/** Judges whether the client failed. That the run could not read what the client returned is no failing of the client. */
export function judgeError(result: CallResult, isWanted: (error: AnswerError) => boolean = () => true): Observation {
  const hasFailed = 'error' in result && !(result.error.kind === 'decode' && result.body !== undefined);
  return judge(result, hasFailed && isWanted(result.error));
}

/** Judges whether the client returned only the body of the response, if it returned the body as it is. */
export function judgeBody({ body }: CallResult, wanted: string): Observation {
  if (body === undefined || Buffer.from(wanted).equals(body)) return pass('It returned no more than the body.');
  return mismatch(`It returned ${body.length} bytes for a body of ${Buffer.byteLength(wanted)}.`);
}

export function judge(result: CallResult, isRight: boolean): Observation {
  return isRight ? pass(describeResult(result)) : mismatch(describeResult(result));
}
