import { isUtf8 } from 'node:buffer';
import { parseJson, stringifyJson, type Pet } from '@petstore/core';
import { LosslessNumber, parse } from 'lossless-json';
import type { PetDocument } from './pet-document.ts';
import { emptyFile, footer, header, separator } from './pet-file-layout.ts';
import { isTornAppend } from './torn-end.ts';

/** A file with one pet to a line. */
export interface Lines {
  /** The offset where the last pet ends, or the header if there is no pet. */
  readonly end: number;
  readonly isEmpty: boolean;
}

/** What a file holds. */
interface PetFileContent {
  readonly document: PetDocument;
  /** `undefined` in a file of another layout. */
  readonly lines?: Lines;
  /** The bytes after the last whole pet, perhaps none, if the file is torn. */
  readonly tornEnd?: Buffer;
}

/**
 * Reads the text of a pet file without losing an integer. It does not check that the document has pets.
 *
 * @throws Error if it is neither a JSON object nor a torn pet file
 */
export function parsePetFile(bytes: Buffer): PetFileContent {
  const content = parseLines(bytes);
  const rest = bytes.subarray(content?.lines.end);
  if (content !== undefined && rest.equals(footer)) return content;
  try {
    return { document: parseDocument(bytes) };
  } catch (error) {
    if (content === undefined || !isTornAppend(rest, content.lines.isEmpty)) throw error;
    return { ...content, tornEnd: rest };
  }
}

/** Whether a file is empty or holds white space alone, or what a crash may leave of the text of a new one. */
export function isNew(bytes: Buffer): boolean {
  const text = bytes.subarray(bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0);
  if (text.every((byte) => whiteSpace.includes(byte))) return true;
  if (bytes.length > emptyFile.length || bytes.equals(emptyFile)) return false;
  return bytes.every((byte, at) => byte === 0 || byte === emptyFile[at]);
}

const [byteOrderMark, whiteSpace] = [Buffer.from('\uFEFF'), Buffer.from(' \t\r\n')];

/** Reads pets until a line is not one; `undefined` if the file does not begin as this storage writes it. */
function parseLines(bytes: Buffer): { readonly document: PetDocument; readonly lines: Lines } | undefined {
  const headerStart = bytes.indexOf(`${header}\n`);
  let end = headerStart + header.length;
  const document = headerStart < 0 ? undefined : parseHeader(bytes.subarray(0, end));
  if (document === undefined) return undefined;

  for (;;) {
    const isFirst = document.pets.length === 0;
    const start = end + separator(isFirst).length;
    const lineBreak = bytes.indexOf(lineFeed, start);
    const lineEnd = lineBreak < 0 ? bytes.length : lineBreak;
    let petEnd = lineEnd;
    if (bytes[lineEnd - 1] === comma) petEnd -= 1;
    else if (bytes.toString('latin1', lineEnd - 3, lineEnd) === ',]}') petEnd -= 3; // a crash left the comma over the footer
    const pet = isFirst || bytes[end] === comma ? parsePet(bytes.toString('utf8', start, petEnd)) : undefined;
    if (pet === undefined) break;
    document.pets.push(pet);
    end = petEnd;
  }
  if (!isUtf8(bytes.subarray(0, end))) return undefined;
  return { document, lines: { end, isEmpty: document.pets.length === 0 } };
}

const [lineFeed, comma] = [0x0a, 0x2c];

/**
 * Parses the text before the first pet; `undefined` unless `pets` is the last member and the only one of that name, and for
 * members that are nested deeper than `parseJson` reads.
 */
function parseHeader(bytes: Buffer): PetDocument | undefined {
  try {
    // Twice, because a member that comes again with the same value is not refused: an earlier `pets` differs from one of the two.
    parseDocument(Buffer.concat([bytes, Buffer.from('0'), footer]));
    const { pets, ...others } = parseDocument(Buffer.concat([bytes, footer])) as Partial<PetDocument>;
    return pets?.length === 0 && parseJson(stringifyJson(others)).isOk() ? { ...others, pets: [] } : undefined;
  } catch {
    return undefined; // parseDocument will report the error of the whole text
  }
}

/**
 * Parses a line; `undefined` unless it is one object with members, none of them twice with different values, and `parseJson`
 * reads it. `{}` is what a crash may leave: `{` over the footer `]}`.
 */
function parsePet(line: string): Pet | undefined {
  if (!line.startsWith('{"') || !line.endsWith('}')) return undefined;
  const pet = parseJson(line).unwrapOr(undefined) as Pet | undefined;
  try {
    return pet === undefined || isWritten(line, pet) ? pet : (parseExactly(line) as Pet);
  } catch {
    return undefined;
  }
}

/** Whether a line is as `JSON.stringify` writes it, as nearly every line is. Then it has no member twice. */
function isWritten(line: string, pet: Pet): boolean {
  try {
    return JSON.stringify(pet) === line;
  } catch {
    return false; // it holds a bigint
  }
}

/**
 * Reads JSON of any layout without losing a number: a fraction that a `number` would round is a `LosslessNumber`.
 *
 * @throws Error if it is not a JSON object, or has a member twice with different values; an array passes
 */
export function parseDocument(bytes: Buffer): PetDocument {
  if (!isUtf8(bytes)) throw new SyntaxError('it is not UTF-8');
  const text = bytes.toString().replace(/^\uFEFF/, '');
  JSON.parse(text); // throws if the text is not JSON, in a tenth of the time
  const document = parseExactly(text);
  if (typeof document !== 'object' || document === null) throw new SyntaxError('it is another value');
  return document as PetDocument;
}

function parseExactly(text: string): unknown {
  return parse(text, undefined, { parseNumber: exactNumber });
}

function exactNumber(text: string): unknown {
  const value = parseJson(text).unwrapOr(undefined);
  const isExact = typeof value === 'bigint' || Number.isSafeInteger(value) || String(value) === text;
  return isExact ? value : new LosslessNumber(text);
}
