import { stringifyJson } from '@petstore/core';
import { errorStatuses } from '@petstore/http';
import type { Fault, RawResponse } from '@petstore/testing';
import { STATUS_CODES } from 'node:http';
import type { CallArguments } from '../adapter/protocol.ts';
import type { CaseResponse } from '../harness/calls.ts';
import { excerpt } from '../observation/text.ts';
import type { PetOperation } from './samples.ts';

// Makes responses. Each has its own words for a report.

type HeaderFields = Readonly<Record<string, string>>;

const challenge = 'Bearer realm="petstore"';

/** Makes a response with a text: JSON, unless a header field says otherwise. A 401 has a challenge (RFC 9110, section 15.5.2). */
export function textResponse(status: number, body: string, headers?: HeaderFields): CaseResponse {
  const fields = Object.entries(headers ?? {}).map((field) => field.join(': '));
  const description = describe(String(status), fields, Buffer.from(body));
  if (body === '')
    return { respond: { status, ...(status !== 204 && { body }), ...(headers && { headers }) }, description };
  const all = {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': challenge }),
    ...headers,
  };
  return { respond: { status, headers: all, body }, description };
}

export function petResponse({ status, wrap }: PetOperation, petJson: string, headers?: HeaderFields): CaseResponse {
  return textResponse(status, wrap(petJson), headers);
}

/** Makes the response to a creation with its pet, under the id 1. */
export function createdResponse({ name = '', categoryId = '', status }: CallArguments): CaseResponse {
  const pet = { id: 1, name, categoryId: BigInt(categoryId), ...(status !== undefined && { status }) };
  return textResponse(201, stringifyJson(pet));
}

export function errorResponse(status: number): CaseResponse {
  return textResponse(status, errorBody(status));
}

export function faultResponse(fault: Fault, when: 'before' | 'after' = 'before'): CaseResponse {
  const after = when === 'after' ? ', once the operation has taken effect' : '';
  return { fault, when, description: `by the fault ${fault}${after}` };
}

export function redirectTo(status: number, location: string): CaseResponse {
  return textResponse(status, '', { Location: location });
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

interface Head {
  readonly statusLine: string;
  readonly fields: readonly string[];
}

/** Makes the head of a response with JSON. A 401 has a challenge. */
export function jsonHead(status: number, ...fields: readonly string[]): Head {
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  return jsonHeadWith(statusLine, ...(status === 401 ? [`WWW-Authenticate: ${challenge}`] : []), ...fields);
}

export function jsonHeadWith(statusLine: string, ...fields: readonly string[]): Head {
  return { statusLine, fields: ['Content-Type: application/json', ...fields] };
}

export function lastJsonHead(status: number, ...fields: readonly string[]): Head {
  return jsonHead(status, 'Connection: close', ...fields);
}

type Part = Head | string | Uint8Array;

/** What is written of a response at once: a head, a part of a body, or several of them. */
type Piece = Part | readonly Part[];

/** Makes a response that is written in these pieces, with a gap in milliseconds between them. */
export function rawResponse(
  pieces: readonly Piece[],
  { gap = 0, end = 'close' }: Pick<RawResponse, 'gap' | 'end'> = {},
): CaseResponse {
  const parts: readonly Part[] = pieces.flat();
  const heads = parts.filter(isHead);
  const body = Buffer.concat(parts.flatMap((part) => (isHead(part) ? [] : [Buffer.from(part)])));
  const described = heads.map(({ statusLine, fields }, index) =>
    describe(describeStatus(statusLine), fields, index === heads.length - 1 ? body : undefined),
  );
  const pauses = gap > 0 && pieces.length > 2 ? `, in ${pieces.length} pieces` : '';
  return {
    raw: { pieces: pieces.map(toBytes), ...(gap > 0 && { gap }), end },
    description: `${described.join(', then ')}${pauses}${end === 'close' ? '' : `, then a ${end}`}`,
  };
}

/** Writes a chunk (RFC 9112, section 7.1). */
export function chunkOf(bytes: string | Uint8Array, extension = ''): Uint8Array {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}${extension}\r\n`), data, Buffer.from('\r\n')]);
}

function toBytes(piece: Piece): string | Uint8Array {
  if (typeof piece === 'string' || piece instanceof Uint8Array) return piece;
  return isHead(piece)
    ? [piece.statusLine, ...piece.fields, '', ''].join('\r\n')
    : Buffer.concat(piece.map((part) => Buffer.from(toBytes(part))));
}

function isHead(piece: Piece): piece is Head {
  return typeof piece === 'object' && 'statusLine' in piece;
}

const max = { field: 80, body: 100 };

/** The header fields of most responses. They say nothing about a case. */
const usualFields = ['Content-Type: application/json', 'Connection: close', `WWW-Authenticate: ${challenge}`];

/** Describes a status line by its code, if the rest says no more. */
function describeStatus(statusLine: string): string {
  const [, code = '', reason] = /^HTTP\/1\.1 (\d+) (.*)$/.exec(statusLine) ?? [];
  return reason !== undefined && reason === STATUS_CODES[code] ? code : statusLine;
}

/** Describes a response. A body of bytes that are no text is described by its length. */
function describe(status: string, fields: readonly string[], body: Uint8Array = new Uint8Array()): string {
  const shown = fields.filter((field) => !usualFields.includes(field)).map((field) => excerpt(field, max.field));
  const withFields = shown.length === 0 ? status : `${status} with ${shown.join(', ')}`;
  if (body.length === 0) return withFields;
  const text = Buffer.from(body).toString('utf8');
  if (isPlainError(text, status)) return `${withFields} and an Error body`;
  const isText = Buffer.from(text).equals(body) || text.includes('"name"');
  return `${withFields} and ${isText ? excerpt(text, max.body) : `${body.length} bytes`}`;
}

/** Whether a text is an ordinary Error body of a status (interface document, part 2). */
function isPlainError(text: string, status: string): boolean {
  return /^\{"code":"\w+","message":"[ !#-~]+","status":(\d+)\}$/.exec(text)?.[1] === status;
}
