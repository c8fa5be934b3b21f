import { invalidRequest, notFound, storageFailure } from '@petstore/core';
import { createPet, getPet, listPets, statusOf } from '@petstore/http';

/** The operations of docs/interface.md, part 4, as the server describes them. */
export const operations = { listPets, createPet, getPet };

/** An operation of the interface. */
export type Operation = (typeof operations)[keyof typeof operations];

/** Makes an error of a store from the message of an Error body, by its code. */
export const errorMakers = {
  invalid_request: invalidRequest,
  not_found: notFound,
  storage_failure: storageFailure,
} as const;

/** The errors that the replies of an operation carry, beside `unauthorized`. Every operation has the failure of the storage. */
export type ErrorOf<O extends Operation> = ReturnType<
  (typeof errorMakers)[Extract<O['errors'][number], keyof typeof errorMakers> | 'storage_failure']
>;

const codes = Object.keys(errorMakers) as readonly (keyof typeof errorMakers)[];

/** Finds the error of an operation by the status of its reply. */
export function findErrorCode({ errors }: Operation, status: number): keyof typeof errorMakers | undefined {
  const possible: readonly string[] = [...errors, 'storage_failure'];
  return codes.find((code) => statusOf[code] === status && possible.includes(code));
}
