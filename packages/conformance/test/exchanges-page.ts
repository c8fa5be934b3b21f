// Writes the tables of the cases as a part of the page of the cases.
import type { RawPiece } from '@petstore/testing';
import type { ConformanceCase } from '../src/conformance-case.ts';
import type { CaseResponse, Exchange } from '../src/player/exchange.ts';
import { printable } from '../src/report/text.ts';

/** How many characters a line of the page has, how many rows a case, and how many pieces a row. */
const max = { line: 124, rows: 8, pieces: 5 };

/** Writes the table of a case: a heading, and the exchanges of its first operation. */
export function describeTable({ case: number, name, exchanges = [], observe }: ConformanceCase): string {
  const operations = [...new Set(exchanges.map(({ call: [operation] }) => operation))];
  const rows = exchanges.filter(({ call: [operation] }) => operation === operations[0]);
  const left = rows.length - max.rows;
  const lines = [
    ...rows.slice(0, max.rows).flatMap(describeExchange),
    ...(left > 0 ? [`… and ${left} more like these`] : []),
  ];
  const others = operations.slice(1).join(' and ');
  const notes = [
    ...(others === '' ? [] : [`In the same way: ${others}.`]),
    ...(observe === undefined ? [] : ['More of this case is code.']),
  ];
  const block = ['```text', ...lines.map((line) => shorten(line)), '```'].join('\n');
  return [`### ${number}. ${name}`, block, ...(notes.length === 0 ? [] : [notes.join(' ')])].join('\n\n');
}

function describeExchange({ call: [operation, args], response }: Exchange): readonly string[] {
  const [first = '', ...rest] = response === undefined ? ['a pet store with Rex'] : describeResponse(response);
  return [
    `${operation} ${shorten(escapeText(JSON.stringify(args)), 70)} → ${first}`,
    ...rest.map((line) => `    ${line}`),
  ];
}

function describeResponse({ respond, raw, fault }: CaseResponse): readonly string[] {
  if (raw !== undefined) {
    const { pieces, gap, end = 'close' } = raw;
    const pause = gap === undefined ? '' : `, ${gap} ms between them`;
    const left = pieces.length - max.pieces;
    return [
      `bytes in ${pieces.length === 1 ? '1 piece' : `${pieces.length} pieces`}${pause}, then ${end}:`,
      ...pieces.slice(0, max.pieces).map(escapePiece),
      ...(left > 0 ? [`… and ${left} more pieces`] : []),
    ];
  }
  if (respond === undefined) return [`the fault ${fault ?? 'none'}`];
  const { status, headers = {}, body } = respond;
  const fields = Object.entries(headers).filter(
    ([name, value]) => name !== 'WWW-Authenticate' && value !== 'application/json',
  );
  const text = typeof body === 'string' ? escapeText(body) : 'no body';
  return [[status, ...fields.map(([name, value]) => `${name}: ${value};`), text].join(' ')];
}

function escapePiece(piece: RawPiece): string {
  if (typeof piece === 'string') return escapeText(piece);
  if (!(piece instanceof Uint8Array)) return piece.base64;
  const bytes = Buffer.from(piece).toString('latin1');
  return escapeText(bytes).replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

function escapeText(text: string): string {
  return printable(text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
}

function shorten(line: string, length = max.line): string {
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
