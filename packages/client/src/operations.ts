import { invalidRequest, notFound, storageFailure } from '@petstore/core';
import { errorStatuses, type createPet, type getPet, type listPets } from '@petstore/http';

type ServerRecord = typeof listPets | typeof createPet | typeof getPet;

/** What a client needs of an operation. The compiler compares it with the record of the server, which describes much more. */
type OperationOf<R extends ServerRecord> = Pick<R, 'method' | 'path'> & {
  readonly success: Pick<R['success'], 'status'>;
  readonly errors: readonly (keyof R['errors'] & keyof typeof errorMakers)[];
};

/** The operations of docs/interface.md, part 4. */
export const operations: {
  readonly listPets: OperationOf<typeof listPets>;
  readonly createPet: OperationOf<typeof createPet>;
  readonly getPet: OperationOf<typeof getPet>;
} = {
  listPets: { method: 'GET', path: '/pets', success: { status: 200 }, errors: ['invalid_request'] },
  createPet: { method: 'POST', path: '/pets', success: { status: 201 }, errors: ['invalid_request'] },
  getPet: { method: 'GET', path: '/pets/{petId}', success: { status: 200 }, errors: ['not_found'] },
};

export type ClientOperation = (typeof operations)[keyof typeof operations];

export const errorMakers = {
  invalid_request: invalidRequest,
  not_found: notFound,
  storage_failure: storageFailure,
} as const;

/** The errors that an operation may answer with, except for `unauthorized`. Every operation has `storage_failure`. */
export type ErrorOf<O extends ClientOperation> = ReturnType<
  (typeof errorMakers)[O['errors'][number] | 'storage_failure']
>;

/** Finds the code of an operation's error by the status of its response. */
export function findErrorCode({ errors }: ClientOperation, status: number): keyof typeof errorMakers | undefined {
  return ([...errors, 'storage_failure'] as const).find((code) => errorStatuses[code] === status);
}
