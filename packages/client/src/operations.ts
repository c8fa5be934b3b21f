import { invalidRequest, notFound, storageFailure } from '@petstore/core';
import { unauthorized } from './client-error.ts';

/** An operation of the interface, as a client knows it. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  /** The path behind the base address. */
  readonly path: string;
  readonly success: number;
  /** The errors that the operation can return. */
  readonly errors: readonly (keyof typeof errorMakers)[];
}

/** Makes an error from the message of an Error body, by its code. */
export const errorMakers = {
  invalid_request: invalidRequest,
  unauthorized,
  not_found: notFound,
  storage_failure: storageFailure,
} as const;

const common = ['unauthorized', 'storage_failure'] as const;

/** The operations of docs/interface.md, part 4. */
export const operations = {
  listPets: { method: 'GET', path: '/pets', success: 200, errors: ['invalid_request', ...common] },
  createPet: { method: 'POST', path: '/pets', success: 201, errors: ['invalid_request', ...common] },
  getPet: { method: 'GET', path: '/pets/{petId}', success: 200, errors: ['not_found', ...common] },
} as const satisfies Readonly<Record<string, Operation>>;

/** The errors that the replies of an operation carry. */
export type ErrorOf<O extends Operation> = ReturnType<(typeof errorMakers)[O['errors'][number]]>;
