import type { Call } from '../exchange.ts';
import { newRex } from './sample-pets.ts';

// Calls with arguments that every client can send.
export const listCall: Call = ['listPets', {}];
export const createCall: Call = ['createPet', newRex];
export const getCall: Call = ['getPet', { petId: '1' }];

export const calls: readonly Call[] = [listCall, createCall, getCall];

/** The calls that only read. */
export const readCalls: readonly Call[] = [listCall, getCall];

/** The errors of the interface, each with a call that may get it (interface document, part 7). */
export const interfaceErrors: readonly (readonly [call: Call, status: number])[] = [
  [createCall, 400],
  [listCall, 401],
  [getCall, 404],
  [createCall, 401],
  [getCall, 401],
];
