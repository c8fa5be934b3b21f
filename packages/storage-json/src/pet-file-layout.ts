import { stringifyJson, type Pet } from '@petstore/core';
import { Result } from 'neverthrow';
import type { DocumentOutline, PetsOutline } from './document-outline.ts';
import { byte, compact } from './json-bytes.ts';

/**
 * The layout that this storage writes: the person's other members first, each on lines of its own, then the pets, one to
 * a line, so that adding some replaces the last four bytes of the file:
 *
 *     {"pets":[
 *     {"id":1,"name":"Rex","categoryId":1},
 *     {"id":2,"name":"Bello","categoryId":1}
 *     ]}
 */
export const layout = {
  /** From the first byte to the pets. */
  opening: '{"pets":[',
  /** Between two pets. */
  separator: ',\n',
  /** From the last pet to the end of the file. */
  closing: '\n]}\n',
  /** What each pet that is written begins with. */
  petStart: '{"id":',
} as const;

/** The most pets that are written at once. */
export const maximumBatch = 1024;

/** The closing as bytes. */
export const closingBytes = Buffer.from(layout.closing);

/** The text of a file without a pet. */
export const emptyFile = Buffer.from(layout.opening + layout.closing);

/** What stands between the pets, or between the opening and the first of them, and the start of the next one. */
export function separatorBefore(isFirst: boolean): string {
  return isFirst ? '\n' : layout.separator;
}

/**
 * Gives the bytes that add pets to a file: they replace its closing.
 *
 * @returns RangeError for more text than a string can hold
 */
export const encodeAppend = Result.fromThrowable(
  (pets: readonly Pet[], isFirst: boolean): Buffer =>
    Buffer.from(separatorBefore(isFirst) + pets.map(stringifyJson).join(layout.separator) + layout.closing),
  (error) => error as RangeError,
);

/** The bytes of a whole document in this layout. No value changes, nor does how it is written; white space does. */
export function layOut(text: Uint8Array, { otherMembers, pets }: DocumentOutline): Buffer {
  const parts: Uint8Array[] = [Buffer.from('{')];
  for (const { start, end } of otherMembers) parts.push(text.subarray(start, end), Buffer.from(layout.separator));
  parts.push(Buffer.from(layout.opening.slice(1)));
  pets.starts.forEach((start, place) => {
    parts.push(Buffer.from(separatorBefore(place === 0)), compact(text.subarray(start, pets.ends[place])));
  });
  parts.push(closingBytes);
  return Buffer.concat(parts);
}

/** Whether the pets of a document stand as this storage writes them, from the opening bracket to the last pet. */
export function hasOnePetPerLine(text: Buffer, { start, starts, ends }: PetsOutline): boolean {
  let end = start;
  for (const [place, next] of starts.entries()) {
    const separator = separatorBefore(place === 0);
    if (next - end !== separator.length || text[next - 1] !== byte.newline) return false;
    end = ends[place] as number;
  }
  return countNewlines(text, start, end) === starts.length;
}

function countNewlines(text: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(byte.newline, start); at >= 0 && at < end; at = text.indexOf(byte.newline, at + 1))
    count++;
  return count;
}
