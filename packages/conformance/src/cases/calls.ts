import type { ClientCall } from '../player/exchange.ts';
import { newRex } from './sample-pets.ts';

// Calls with arguments that every client can send.
export const listCall: ClientCall = ['listPets', {}];
export const createCall: ClientCall = ['createPet', newRex];
export const getCall: ClientCall = ['getPet', { petId: '1' }];

export const calls: readonly ClientCall[] = [listCall, createCall, getCall];

/** The calls that only read. */
export const readCalls: readonly ClientCall[] = [listCall, getCall];

/** The errors of the interface, each with a call that may get it (interface document, part 7). */
export const interfaceErrors: readonly (readonly [call: ClientCall, status: number])[] = [
  [createCall, 400],
  [listCall, 401],
  [getCall, 404],
  [createCall, 401],
  [getCall, 401],
];
