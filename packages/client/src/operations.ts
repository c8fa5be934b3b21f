import { invalidRequest, notFound, storageFailure } from '@petstore/core';

/** An operation of the interface, as a client knows it. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** The path behind the base address. */
  readonly path: string;
  readonly success: number;
  /** The errors that the operation can return, beside `unauthorized`. */
  readonly errors: readonly (keyof typeof errorMakers)[];
}

/** Makes an error from the message of an Error body, by its code. */
export const errorMakers = {
  invalid_request: invalidRequest,
  not_found: notFound,
  storage_failure: storageFailure,
} as const;

/** The operations of docs/interface.md, part 4. */
export const operations = {
  listPets: { method: 'GET', path: '/pets', success: 200, errors: ['invalid_request', 'storage_failure'] },
  createPet: { method: 'POST', path: '/pets', success: 201, errors: ['invalid_request', 'storage_failure'] },
  getPet: { method: 'GET', path: '/pets/{petId}', success: 200, errors: ['not_found', 'storage_failure'] },
} as const satisfies Readonly<Record<string, Operation>>;

/** The errors that the replies of an operation carry. */
export type ErrorOf<O extends Operation> = ReturnType<(typeof errorMakers)[O['errors'][number]]>;
