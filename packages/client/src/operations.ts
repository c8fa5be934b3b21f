import { invalidRequest, notFound, storageFailure } from '@petstore/core';
import { createPet, getPet, listPets, errorStatuses } from '@petstore/http';

/** The operations of docs/interface.md, part 4, as the server describes them. */
export const operations = { listPets, createPet, getPet };

/** An operation of the interface. */
export type Operation = (typeof operations)[keyof typeof operations];

/** Makes the error of a code from the message of an Error body. */
export const errorMakers = {
  invalid_request: invalidRequest,
  not_found: notFound,
  storage_failure: storageFailure,
} as const;

/** The errors that an operation may reply with, except for `unauthorized`. Every operation has `storage_failure`. */
export type ErrorOf<O extends Operation> = ReturnType<
  (typeof errorMakers)[Extract<O['errors'][number], keyof typeof errorMakers> | 'storage_failure']
>;

const codes = Object.keys(errorMakers) as readonly (keyof typeof errorMakers)[];

/** Finds the code of an operation's error by the status of its reply. */
export function findErrorCode({ errors }: Operation, status: number): keyof typeof errorMakers | undefined {
  const possible: readonly string[] = [...errors, 'storage_failure'];
  return codes.find((code) => errorStatuses[code] === status && possible.includes(code));
}
