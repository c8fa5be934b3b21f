import { isUtf8 } from 'node:buffer';
import { parseJson, type Pet } from '@petstore/core';
import { LosslessNumber, parse } from 'lossless-json';
import type { PetDocument } from './pet-document.ts';
import { emptyFile, footer, header, separator } from './pet-file-layout.ts';
import { isTornAppend } from './torn-end.ts';

/**
 * How a file is laid out: it is `new`, with nothing in it; its pets stand in `lines`, with the footer after them unless it is
 * torn; or in `another` way.
 */
export type Layout = { readonly kind: 'new' } | LinesLayout | { readonly kind: 'another' };

export interface LinesLayout {
  readonly kind: 'lines';
  /** How many pets there are. */
  readonly count: number;
  /** Where the last of them ends, or the header if there is none. */
  readonly end: number;
  readonly isTorn: boolean;
}

/**
 * Reads the text of a pet file without losing an integer. It does not check that the document has pets.
 *
 * @throws Error if it is neither JSON nor what a crash may leave of it
 */
export function parsePetFile(bytes: Buffer): { readonly document: PetDocument; readonly layout: Layout } {
  if (isNew(bytes)) return { document: { pets: [] }, layout: { kind: 'new' } };
  const lines = parseLines(bytes);
  const rest = bytes.subarray(lines?.end);
  if (lines !== undefined && hasFooter(rest)) return withLines(lines, false);
  try {
    return { document: parseDocument(bytes), layout: { kind: 'another' } };
  } catch (error) {
    if (lines === undefined || !isTornAppend(rest, lines.document.pets.length === 0)) throw error;
    return withLines(lines, true);
  }
}

/** The pets of a document as far as they stand in lines. */
interface Lines {
  readonly document: PetDocument;
  /** Where the last pet ends, or the header if there is none. */
  readonly end: number;
}

function withLines({ document, end }: Lines, isTorn: boolean) {
  return { document, layout: { kind: 'lines', count: document.pets.length, end, isTorn } } as const;
}

/** Whether nothing but the footer follows the pets. An editor may have cut off its line break. */
function hasFooter(rest: Buffer): boolean {
  return footer.equals(rest) || footer.subarray(0, -1).equals(rest);
}

/** Whether a file has nothing in it: no byte, or what a crash leaves of the text of a new one. */
function isNew(bytes: Buffer): boolean {
  if (bytes.length > emptyFile.length || bytes.equals(emptyFile)) return false;
  return bytes.every((byte, at) => byte === 0 || byte === emptyFile[at]);
}

/** Reads the pets as far as they stand in lines; `undefined` if the file does not begin as this storage writes it. */
function parseLines(bytes: Buffer): Lines | undefined {
  const headerStart = bytes.indexOf(`${header}\n`);
  let end = headerStart + header.length;
  const document = headerStart < 0 ? undefined : parseHeader(bytes.subarray(0, end));
  if (document === undefined) return undefined;

  for (;;) {
    const start = end + separator(document.pets.length === 0).length;
    const lineBreak = bytes.indexOf(byte.lineBreak, start);
    const lineEnd = lineBreak < 0 ? bytes.length : lineBreak;
    const petEnd = endOfPet(bytes, lineEnd);
    const isSeparated = bytes[start - 1] === byte.lineBreak && (start - end === 1 || bytes[end] === byte.comma);
    const pet = isSeparated ? parsePet(bytes.toString('utf8', start, petEnd)) : undefined;
    if (pet === undefined) break;
    document.pets.push(pet);
    end = petEnd;
  }
  return isUtf8(bytes.subarray(0, end)) ? { document, end } : undefined;
}

const byte = { lineBreak: 0x0a, comma: 0x2c, closeBracket: 0x5d };

/** A pet ends with its line, before the comma. A crash can leave the comma with the rest of the footer that it stands over. */
function endOfPet(bytes: Buffer, lineEnd: number): number {
  if (bytes[lineEnd - 1] === byte.comma) return lineEnd - 1;
  return bytes[lineEnd - 2] === byte.closeBracket && bytes[lineEnd - 3] === byte.comma ? lineEnd - 3 : lineEnd;
}

/** Reads the text before the first pet; `undefined` if the file does not go on with pets and end with them. */
function parseHeader(bytes: Buffer): PetDocument | undefined {
  try {
    const { pets, ...others } = parseDocument(Buffer.concat([bytes, footer])) as Partial<PetDocument>;
    return pets?.length === 0 ? { ...others, pets: [] } : undefined;
  } catch {
    return undefined; // which the parser of the whole text will say better
  }
}

/** Reads a line; `undefined` if it is not one object, or is empty, as the first two bytes of an append over the footer are. */
function parsePet(line: string): Pet | undefined {
  if (!line.startsWith('{"') || !line.endsWith('}')) return undefined;
  return parseJson(line).unwrapOr(undefined) as Pet | undefined;
}

/**
 * Reads JSON of any layout without losing a number: a fraction that a `number` would round is a `LosslessNumber`.
 *
 * @throws Error if it is not JSON
 */
export function parseDocument(bytes: Buffer): PetDocument {
  if (!isUtf8(bytes)) throw new SyntaxError('it is not UTF-8');
  const text = bytes.toString().replace(/^\uFEFF/, '');
  JSON.parse(text); // throws if the text is not JSON, in a tenth of the time
  return parse(text, undefined, { parseNumber: exactNumber }) as PetDocument;
}

function exactNumber(text: string): unknown {
  const rounded = Number(text);
  const isExact = String(rounded) === text && Number.isInteger(rounded) === Number.isSafeInteger(rounded);
  if (isExact) return rounded;
  const value = parseJson(text).unwrapOr(undefined);
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? value : new LosslessNumber(text);
}
