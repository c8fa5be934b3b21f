import { awkwardIntegers, awkwardParts, hugeName } from '@petstore/core/awkward-values';
import type { OperationName } from '@petstore/http';
import type { CallArguments } from '../adapter/protocol.ts';
import type { ClientCall } from '../harness/calls.ts';
import type { DecodedPet } from './judge.ts';

export const rex: DecodedPet = { id: '1', name: 'Rex', categoryId: '1' };
export const rexJson = '{"id":1,"name":"Rex","categoryId":1}';

export const storeWithRex = { pets: [{ id: 1, name: 'Rex', categoryId: 1 }] } as const;

export const newRex = { name: 'Rex', categoryId: '1' } as const;
export const newSoldRex = { ...newRex, status: 'sold' } as const;

export function toPetJson({ id, name, categoryId, status }: DecodedPet): string {
  const optional = status === undefined ? '' : `,"status":${JSON.stringify(status)}`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${optional}}`;
}

// Calls with arguments that every client can send.
export const listCall: ClientCall = ['listPets', {}];
export const createCall: ClientCall = ['createPet', newRex];
export const getCall: ClientCall = ['getPet', { petId: '1' }];

export const calls: readonly ClientCall[] = [listCall, createCall, getCall];

export const readCalls: readonly ClientCall[] = [listCall, getCall];

/** The errors of the interface, each with a call that may get it (interface document, part 7). */
export const interfaceErrors: readonly (readonly [call: ClientCall, status: number])[] = [
  [createCall, 400],
  [listCall, 401],
  [getCall, 404],
  [createCall, 401],
  [getCall, 401],
];

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

export function findOperation(operation: OperationName): PetOperation {
  return { listPets: list, createPet: create, getPet: get }[operation];
}

export const awkwardDecimals = awkwardIntegers.map(String);

/** A few names that show most mistakes, for cases in which all names would take too long. */
export const fewNames: readonly string[] = [
  '',
  awkwardParts.join('|'),
  'Rex\n',
  'Rex%20%C3%A9%2B',
  'null',
  '007',
  '2026-11-25T10:00:00Z',
  hugeName,
];
