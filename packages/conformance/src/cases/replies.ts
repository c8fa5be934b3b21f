import { stringifyJson } from '@petstore/core';
import { errorStatuses } from '@petstore/http';
import type { RawResponse } from '@petstore/testing';
import type { DecodedPet } from '../judge.ts';
import type { CallArguments, ProtocolOperation } from '../protocol.ts';
import type { Step } from '../harness.ts';

/** A pet, as an adapter writes it and as JSON. */
export const rex: DecodedPet = { id: '1', name: 'Rex', categoryId: '1' };
export const rexJson = '{"id":1,"name":"Rex","categoryId":1}';

/** The same pet for a store, and what a client is given to create it. */
export const rexes = [{ id: 1, name: 'Rex', categoryId: 1 }] as const;
export const newRex = { name: 'Rex', categoryId: '1' } as const;

/** An operation, and arguments that every client can send. */
export type Call = readonly [operation: ProtocolOperation, args: CallArguments];

export const list: Call = ['listPets', {}];
export const create: Call = ['createPet', newRex];
export const get: Call = ['getPet', { petId: '1' }];

export const calls: readonly Call[] = [list, create, get];
export const gets: readonly Call[] = [list, get];

/** The errors of the interface, each with a call that may meet it (interface document, part 7). */
export const interfaceErrors: readonly (readonly [call: Call, status: number])[] = [
  [create, 400],
  [list, 401],
  [get, 404],
  [create, 401],
  [get, 401],
];

/** How many requests get the same answer, so that a client that repeats them meets no other: more than any client sends. */
export const repeats = 1_000;

/**
 * Makes a step that answers with a text. Its media type is JSON unless a header says otherwise. A 401 has a challenge, as it must
 * (RFC 9110, section 15.5.2).
 */
export function answer(
  operation: ProtocolOperation,
  status: number,
  body: string,
  { headers, times = 1 }: { readonly headers?: Readonly<Record<string, string>>; readonly times?: number } = {},
): Step {
  if (body === '')
    return { operation, times, respond: { status, ...(status !== 204 && { body }), ...(headers && { headers }) } };
  const challenge = status === 401 && { 'WWW-Authenticate': 'Bearer realm="petstore"' };
  const fields = { 'Content-Type': 'application/json', ...challenge, ...headers };
  return { operation, times, respond: { status, headers: fields, body } };
}

/** Makes a step that answers a creation with its pet, under the id 1. */
export function answerCreation({ name = '', categoryId = '', status }: CallArguments): Step {
  const pet = { id: 1, name, categoryId: BigInt(categoryId), ...(status !== undefined && { status }) };
  return answer('createPet', 201, stringifyJson(pet));
}

/** Makes a step that answers with an Error body. */
export function answerError(operation: ProtocolOperation, status: number, times = 1): Step {
  return answer(operation, status, errorBody(status), { times });
}

/** The message of {@link errorBody}, which no client knows beforehand. */
export const errorMessage = 'The store says what is wrong: 4711.';

/** The code of {@link errorBody}: that of the store. */
export function errorCode(status: number): string {
  return Object.entries(errorStatuses).find(([, known]) => known === status)?.[0] ?? 'something_else';
}

/** An Error body (interface document, part 2). */
export function errorBody(status: number, { code = errorCode(status), message = errorMessage } = {}): string {
  return JSON.stringify({ code, message, status });
}

/** Makes a step that writes a response byte for byte. */
export function write(operation: ProtocolOperation, raw: RawResponse): Step {
  return { operation, raw };
}

/** The head of a response with JSON, with these lines beside it. */
export function head(status: '200 OK' | '201 Created', ...lines: readonly string[]): string {
  return headOf(`HTTP/1.1 ${status}`, ...lines);
}

/** The head of a response with JSON and this status line. */
export function headOf(start: string, ...lines: readonly string[]): string {
  return [start, 'Content-Type: application/json', ...lines, '', ''].join('\r\n');
}

/** The head of a response after which the connection is closed, as a client must expect. */
export function lastHead(status: '200 OK' | '201 Created', ...lines: readonly string[]): string {
  return head(status, 'Connection: close', ...lines);
}

/** Writes a chunk (RFC 9112, section 7.1). */
export function chunk(bytes: string | Uint8Array, extension = ''): Uint8Array {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}${extension}\r\n`), data, Buffer.from('\r\n')]);
}
