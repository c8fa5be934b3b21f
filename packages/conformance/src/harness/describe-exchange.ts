import { stringifyJson } from '@petstore/core';
import type { OperationName } from '@petstore/http';
import { needsReusedConnection, type RawResponse, type RecordedRequest, type ScriptStep } from '@petstore/testing';
import { STATUS_CODES } from 'node:http';
import type { CallArguments } from '../adapter/protocol.ts';
import { oneLine } from '../report/text.ts';
import type { ClientCallOptions } from './caller.ts';

/** How many characters are shown of arguments, of a header field, of a body and of a whole response. */
const max = { args: 80, field: 80, body: 100, response: 200 };

/** The header fields of most responses. They say nothing about a case. */
const usualFields = [
  'Content-Type: application/json',
  'Connection: close',
  'WWW-Authenticate: Bearer realm="petstore"',
];

/** Describes a call, such as `listPets {"limit":"5"}`. */
export function describeCall(
  operation: OperationName,
  args: CallArguments,
  { method, timeoutMs }: ClientCallOptions,
): string {
  return [
    method === undefined ? operation : `${method} of ${operation}`,
    Object.keys(args).length === 0 ? '' : cut(stringifyJson(args), max.args),
    timeoutMs === undefined ? '' : `within ${timeoutMs} ms`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Describes the response to the first request of a call, such as `answered 503 with Retry-After: 0 and an Error body`.
 *
 * @param index how many requests of the operation came before
 */
export function describeResponse(
  { operation, status, faults }: RecordedRequest,
  steps: readonly ScriptStep[],
  index: number,
): string {
  let left = index;
  for (const step of steps.filter((each) => each.operation === operation)) {
    // A client that opens new connections never meets a fault of reused ones.
    if (needsReusedConnection(step.fault)) {
      if (faults.length > 0) return cut(describeStep(step), max.response);
      continue;
    }
    if (left < (step.times ?? 1)) return cut(describeStep(step), max.response);
    left -= step.times ?? 1;
  }
  return `answered ${status ?? 'nothing'}`;
}

function describeStep({ respond, raw, fault, when, delay }: ScriptStep): string {
  const { status, headers = {}, body = '' } = respond ?? {};
  const fields = Object.entries(headers).map((field) => field.join(': '));
  const response =
    fault !== undefined
      ? `by the fault ${fault}`
      : raw !== undefined
        ? describeRaw(raw)
        : status === undefined
          ? 'as usual'
          : describeParts(String(status), fields, Buffer.from(typeof body === 'string' ? body : stringifyJson(body)));
  const after = when === 'after' ? ', once the operation has taken effect' : '';
  return `answered ${response}${after}${delay === undefined ? '' : `, after ${delay} ms`}`;
}

/** Describes bytes that are one or more heads and a body. */
function describeRaw({ pieces, gap = 0, end = 'close' }: RawResponse): string {
  const bytes = Buffer.concat(
    pieces.map((piece) =>
      typeof piece === 'string'
        ? Buffer.from(piece)
        : piece instanceof Uint8Array
          ? piece
          : Buffer.from(piece.base64, 'base64'),
    ),
  );
  const responses: string[] = [];
  let rest = bytes.toString('latin1');
  while (rest.startsWith('HTTP/')) {
    const [head = ''] = rest.split('\r\n\r\n', 1);
    const [statusLine = '', ...fields] = head.split('\r\n');
    rest = rest.slice(head.length + 4);
    const [, code = '', reason] = /^HTTP\/1\.1 (\d+) (.*)$/.exec(statusLine) ?? [];
    const status = reason !== undefined && reason === STATUS_CODES[code] ? code : statusLine;
    responses.push(describeParts(status, fields.filter(Boolean), rest.startsWith('HTTP/') ? undefined : rest));
  }
  const pauses = gap > 0 && pieces.length > 2 ? `, in ${pieces.length} pieces` : '';
  return `${responses.join(', then ')}${pauses}${end === 'close' ? '' : `, then a ${end}`}`;
}

/** Joins the parts of a response. A body of bytes that are no text is described by its length. */
function describeParts(status: string, fields: readonly string[], body: string | Uint8Array | undefined): string {
  const shown = fields.filter((field) => !usualFields.includes(field)).map((field) => cut(field, max.field));
  const withFields = shown.length === 0 ? status : `${status} with ${shown.join(', ')}`;
  if (body === undefined) return withFields;
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body);
  if (bytes.length === 0) return withFields;
  const text = bytes.toString('utf8');
  if (isPlainError(text, status)) return `${withFields} and an Error body`;
  const isText = Buffer.from(text).equals(bytes) || text.includes('"name"');
  return `${withFields} and ${isText ? cut(text, max.body) : `${bytes.length} bytes`}`;
}

/** Whether a text is an ordinary Error body of a status (interface document, part 2). */
function isPlainError(text: string, status: string): boolean {
  return /^\{"code":"\w+","message":"[ !#-~]+","status":(\d+)\}$/.exec(text)?.[1] === status;
}

function cut(text: string, length: number): string {
  const line = oneLine(text.replaceAll('\r\n', ' '));
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
