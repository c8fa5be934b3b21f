import { stringifyJson } from '@petstore/core';
import { errorStatuses } from '@petstore/http';
import type { RawResponse } from '@petstore/testing';
import type { CallArguments, ProtocolOperation } from '../adapter/protocol.ts';
import type { Step } from '../harness/session.ts';

/** How many requests get the same answer. No client repeats a request so often, so it never gets another answer. */
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

/** The message of {@link errorBody}. No client can know it beforehand. */
export const errorMessage = 'The store says what is wrong: 4711.';

/** Returns the code of {@link errorBody}: the store's own for this status. */
export function errorCode(status: number): string {
  return Object.entries(errorStatuses).find(([, known]) => known === status)?.[0] ?? 'something_else';
}

/** Writes an Error body (interface document, part 2). */
export function errorBody(status: number, { code = errorCode(status), message = errorMessage } = {}): string {
  return JSON.stringify({ code, message, status });
}

/** Makes a step that answers with these bytes. */
export function write(operation: ProtocolOperation, raw: RawResponse): Step {
  return { operation, raw };
}

/** Writes the head of a response with JSON, with further header fields. */
export function writeHead(status: '200 OK' | '201 Created', ...fields: readonly string[]): string {
  return writeHeadWith(`HTTP/1.1 ${status}`, ...fields);
}

/** Writes the head of a response with JSON, with this status line and further header fields. */
export function writeHeadWith(statusLine: string, ...fields: readonly string[]): string {
  return [statusLine, 'Content-Type: application/json', ...fields, '', ''].join('\r\n');
}

/** Writes the head of a response that is the last one on its connection, and says so. */
export function writeLastHead(status: '200 OK' | '201 Created', ...fields: readonly string[]): string {
  return writeHead(status, 'Connection: close', ...fields);
}

/** Writes a chunk (RFC 9112, section 7.1). */
export function writeChunk(bytes: string | Uint8Array, extension = ''): Uint8Array {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}${extension}\r\n`), data, Buffer.from('\r\n')]);
}
