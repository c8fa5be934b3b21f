import { isUtf8 } from 'node:buffer';
import { parseJson, type Pet } from '@petstore/core';
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

/** Whether a file is empty, or holds what a crash may leave of the text of a new one. */
export function isNew(bytes: Buffer): boolean {
  if (bytes.length > emptyFile.length || bytes.equals(emptyFile)) return false;
  return bytes.every((byte, at) => byte === 0 || byte === emptyFile[at]);
}

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

/** Parses the text before the first pet; `undefined` unless `pets` is the last member and the only one of that name. */
function parseHeader(bytes: Buffer): PetDocument | undefined {
  try {
    // An earlier `pets` of the same value would not be refused as a duplicate, and only one of two values can be the same.
    parseDocument(Buffer.concat([bytes, Buffer.from('0'), footer]));
    const { pets, ...others } = parseDocument(Buffer.concat([bytes, footer])) as Partial<PetDocument>;
    return pets?.length === 0 ? { ...others, pets: [] } : undefined;
  } catch {
    return undefined; // parseDocument will report the error of the whole text
  }
}

/** Parses a line; `undefined` unless it is one object with members. `{}` is what a crash may leave: `{` over the footer `]}`. */
function parsePet(line: string): Pet | undefined {
  if (!line.startsWith('{"') || !line.endsWith('}')) return undefined;
  const pet = parseJson(line).unwrapOr(undefined) as Pet | undefined;
  try {
    if (JSON.stringify(pet) === line) return pet; // so it has no member twice
  } catch {
    // It holds a bigint.
  }
  try {
    return parseExactly(line, `[[${line}]]`) as Pet; // in the document, a pet is two levels deep
  } catch {
    return undefined;
  }
}

/**
 * Reads JSON of any layout without losing a number: a fraction that a `number` would round is a `LosslessNumber`.
 *
 * @throws Error if it is not a JSON object, has a member twice with different values, or is nested too deep; an array passes
 */
export function parseDocument(bytes: Buffer): PetDocument {
  if (!isUtf8(bytes)) throw new SyntaxError('it is not UTF-8');
  const document = parseExactly(bytes.toString().replace(/^\uFEFF/, ''));
  if (typeof document !== 'object' || document === null) throw new SyntaxError('it is another value');
  return document as PetDocument;
}

/** @param nested the text within its document, whose depth is limited */
function parseExactly(text: string, nested = text): unknown {
  const checked = parseJson(nested); // in a tenth of the time; the other parser would overflow the stack
  if (checked.isErr()) throw new SyntaxError(checked.error.message);
  return parse(text, undefined, { parseNumber: exactNumber });
}

function exactNumber(text: string): unknown {
  const value = parseJson(text).unwrapOr(undefined);
  const isExact = typeof value === 'bigint' || Number.isSafeInteger(value) || String(value) === text;
  return isExact ? value : new LosslessNumber(text);
}
