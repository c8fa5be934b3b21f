import { stringifyJson } from '@petstore/core';
import { errorStatuses, type OperationName } from '@petstore/http';
import type { RawResponse, ScriptStep } from '@petstore/testing';
import type { CallArguments } from '../adapter/protocol.ts';
import type { CaseResponse } from '../player/exchange.ts';
import type { PetOperation } from './pet-operations.ts';

/** A number of requests that no client reaches by repeating one. */
export const forEver = 1_000;

/** Makes the step of a script that answers requests of an operation: one request by default. */
export function step(operation: OperationName, response: CaseResponse, times = 1): ScriptStep {
  return { ...response, operation, times };
}

/** Makes the step that writes these bytes. */
export function rawStep(operation: OperationName, raw: RawResponse, times = 1): ScriptStep {
  return step(operation, { raw }, times);
}

const bearerChallenge = 'Bearer realm="petstore"';

type HeaderFields = Readonly<Record<string, string>>;

/**
 * Makes a response with a text. Its media type is JSON unless a header field says otherwise. A 401 has a challenge, as it must (RFC
 * 9110, section 15.5.2).
 */
export function textResponse(status: number, body: string, headers?: HeaderFields): CaseResponse {
  if (body === '') return { respond: { status, ...(status !== 204 && { body }), ...(headers && { headers }) } };
  const challenge = status === 401 && { 'WWW-Authenticate': bearerChallenge };
  return { respond: { status, headers: { 'Content-Type': 'application/json', ...challenge, ...headers }, body } };
}

/** Makes the response of an operation with the JSON of a pet. */
export function petResponse({ status, wrap }: PetOperation, petJson: string, headers?: HeaderFields): CaseResponse {
  return textResponse(status, wrap(petJson), headers);
}

/** Makes the response to a creation with its pet, under the id 1. */
export function createdResponse({ name = '', categoryId = '', status }: CallArguments): CaseResponse {
  const pet = { id: 1, name, categoryId: BigInt(categoryId), ...(status !== undefined && { status }) };
  return textResponse(201, stringifyJson(pet));
}

/** Makes a response with an Error body. */
export function errorResponse(status: number): CaseResponse {
  return textResponse(status, errorBody(status));
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

/** Writes the head of a response with JSON, with further header fields. */
export function jsonHead(status: '200 OK' | '201 Created', ...fields: readonly string[]): string {
  return jsonHeadWith(`HTTP/1.1 ${status}`, ...fields);
}

/** Writes the head of a response with JSON, with this status line and further header fields. */
export function jsonHeadWith(statusLine: string, ...fields: readonly string[]): string {
  return [statusLine, 'Content-Type: application/json', ...fields, '', ''].join('\r\n');
}

/** Writes the head of a response that is the last one on its connection, and says so. */
export function lastJsonHead(status: '200 OK' | '201 Created', ...fields: readonly string[]): string {
  return jsonHead(status, 'Connection: close', ...fields);
}

/** Writes the head of a 401 with JSON that is the last response on its connection, with further header fields. */
export function unauthorizedHead(...fields: readonly string[]): string {
  const challenge = `WWW-Authenticate: ${bearerChallenge}`;
  return jsonHeadWith('HTTP/1.1 401 Unauthorized', challenge, 'Connection: close', ...fields);
}

/** Writes a chunk (RFC 9112, section 7.1). */
export function chunkOf(bytes: string | Uint8Array, extension = ''): Uint8Array {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}${extension}\r\n`), data, Buffer.from('\r\n')]);
}
