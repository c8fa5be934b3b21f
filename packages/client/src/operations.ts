import { invalidRequest, notFound, storageFailure } from '@petstore/core';
import { errorStatuses, type createPet, type getPet, type listPets } from '@petstore/http';

type AnyRecord = typeof listPets | typeof createPet | typeof getPet;

/** What a client needs of an operation. The compiler compares it with the record of the server, which describes much more. */
export interface ClientOperation<Record extends AnyRecord = AnyRecord> {
  readonly method: Record['method'];
  readonly path: Record['path'];
  readonly success: Pick<Record['success'], 'status'>;
  readonly errors: Record['errors'];
}

/** The operations of docs/interface.md, part 4. */
export const operations: {
  readonly listPets: ClientOperation<typeof listPets>;
  readonly createPet: ClientOperation<typeof createPet>;
  readonly getPet: ClientOperation<typeof getPet>;
} = {
  listPets: { method: 'GET', path: '/pets', success: { status: 200 }, errors: ['invalid_request'] },
  createPet: {
    method: 'POST',
    path: '/pets',
    success: { status: 201 },
    errors: ['invalid_request', 'payload_too_large', 'unsupported_media_type'],
  },
  getPet: { method: 'GET', path: '/pets/{petId}', success: { status: 200 }, errors: ['not_found'] },
};

/** Makes the error of a code from the message of an Error body. */
export const errorMakers = {
  invalid_request: invalidRequest,
  not_found: notFound,
  storage_failure: storageFailure,
} as const;

/** The errors that an operation may answer with, except for `unauthorized`. Every operation has `storage_failure`. */
export type ErrorOf<O extends ClientOperation> = ReturnType<
  (typeof errorMakers)[Extract<O['errors'][number], keyof typeof errorMakers> | 'storage_failure']
>;

const codes = Object.keys(errorMakers) as readonly (keyof typeof errorMakers)[];

/** Finds the code of an operation's error by the status of its response. */
export function findErrorCode({ errors }: ClientOperation, status: number): keyof typeof errorMakers | undefined {
  const possible: readonly string[] = [...errors, 'storage_failure'];
  return codes.find((code) => errorStatuses[code] === status && possible.includes(code));
}
