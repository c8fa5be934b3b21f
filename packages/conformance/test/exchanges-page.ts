// Writes the tables of the cases as a part of the page of the cases.
import type { RawPiece } from '@petstore/testing';
import type { CaseResponse } from '../src/harness/calls.ts';
import type { StoreSetup } from '../src/harness/case-store.ts';
import type { ConformanceCase, Dialogue, Exchange, Row } from '../src/player/conformance-case.ts';
import { storeWithRex } from '../src/player/samples.ts';
import { printable } from '../src/report/text.ts';

/** How many characters a line of the page has, how many rows a case, how many calls a row, and how many pieces a response. */
const max = { line: 124, rows: 2, calls: 4, pieces: 5 };

/** Writes the table of a case: a heading, and the rows of its first operation. For a case that is code, what is expected. */
export function describeTable({ case: number, name, expected, rows: all = [], observe }: ConformanceCase): string {
  const heading = `### ${number}. ${name}\n`;
  if (all.length === 0) return [heading, expected].join('\n');
  const dialogues = all.map(toDialogue);
  const operations = [...new Set(dialogues.map(operationOf))];
  const rows = dialogues.filter((row) => operationOf(row) === operations[0]);
  const left = rows.length - max.rows;
  const others = operations.slice(1).join(' and ');
  const lines = [
    ...rows.slice(0, max.rows).flatMap(describeDialogue),
    ...(left > 0 ? [`… and ${left} more like these`] : []),
    ...(others === '' ? [] : [`… in the same way: ${others}`]),
    ...(observe === undefined ? [] : ['… and more that is code']),
  ];
  return [heading, '```text', ...lines.map((line) => shorten(line)), '```'].join('\n');
}

function toDialogue(row: Row): Dialogue {
  return 'calls' in row ? row : { calls: [row] };
}

function operationOf({ calls }: Dialogue): string {
  return calls[0]?.call[0] ?? '';
}

/** The second store of a dialogue, as far as responses name it. */
const elsewhere = { baseUrl: 'http://other/v1', basePath: '/other/v1' };

/** A dialogue has a line for each call; all but the first are indented. */
function describeDialogue({ store, calls }: Dialogue): readonly string[] {
  const left = calls.length - max.calls;
  return [
    ...calls.slice(0, max.calls).flatMap((exchange, index) => {
      const lines = describeExchange(exchange, describeStore(store));
      return index === 0 ? lines : lines.map((line) => `  then ${line}`);
    }),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ];
}

function describeStore({ pets = [], prefix, trailingSlash, key, server }: StoreSetup = storeWithRex): string {
  return [
    `a pet store with ${pets.length === 1 ? (pets[0]?.name ?? '') : `${pets.length} pets`}`,
    ...(prefix === undefined ? [] : [`below ${prefix}`]),
    ...(trailingSlash === true ? ['and a slash behind its address'] : []),
    ...(key === undefined ? [] : [key === 'none' ? 'and no key' : `and its ${key} key`]),
    ...(server === undefined ? [] : [`on the ${server} server`]),
  ].join(' ');
}

function describeExchange(
  { call: [operation, args], response: made, meanwhile, options: { method } = {} }: Exchange,
  usual: string,
): readonly string[] {
  const response = typeof made === 'function' ? made(elsewhere) : made;
  const [first = '', ...rest] = response === undefined ? [usual] : describeResponse(response);
  const call = `${method === undefined ? '' : `${method} of `}${operation}`;
  return [
    `${call} ${shorten(escapeText(JSON.stringify(args)), 70)} → ${first}${meanwhile === undefined ? '' : `, and ${meanwhile.name}`}`,
    ...rest.map((line) => `    ${line}`),
  ];
}

function describeResponse({ respond, raw, rewrite, fault, words }: CaseResponse): readonly string[] {
  if (rewrite !== undefined) return [words];
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
  if (respond === undefined) return [fault === undefined ? words : `the fault ${fault}`];
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
