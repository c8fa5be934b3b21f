import { isUtf8 } from 'node:buffer';
import { parseJson, stringifyJson, parsePets, type Pet } from '@petstore/core';
import { LosslessNumber, parse } from 'lossless-json';
import type { Failures } from './failure.ts';

/*
 * The text of a pet file. Other members come first, then the pets, one to a line. So new pets replace nothing but the closing
 * text:
 *
 *     {"pets":[
 *     {"id":1,"name":"Rex","categoryId":1},
 *     {"id":2,"name":"Bello","categoryId":1}
 *     ]}
 */

/** The document that lowdb holds: one object with the pets. Its other keys are kept. */
export interface PetDocument {
  pets: Pet[];
}

/** What a sentence says of a text that is not a document of pets. */
export const notPets = 'is not a JSON object with an array "pets", such as {"pets":[]}';

/**
 * Checks what an adapter read.
 *
 * @returns the pets, frozen and by ascending id
 * @throws Failure if this is not a document of pets
 */
export function expectPets(document: unknown, { failure }: Failures): Pet[] {
  const { pets: values } = (document ?? {}) as { readonly pets?: unknown };
  if (!Array.isArray(values)) throw failure(notPets);
  const pets = parsePets(values);
  if (pets.isErr()) throw failure(`does not hold valid pets: pets${pets.error}`);
  return pets.value;
}

// Writing

/** The last member's name before the first pet. A file without other members begins with `{` and this. */
const opening = '"pets":[';

/** The bytes from the last pet to the end of the file. */
export const closing = Buffer.from('\n]}\n');

/** The text of a file without a pet. */
export const emptyFile = Buffer.concat([Buffer.from(`{${opening}`), closing]);

/** The maximum number of pets in one append, and so the maximum that a crash can tear. */
export const maxBatch = 1024;

/** Where pets are added to a file with one pet to a line. */
export interface Lines {
  /** The offset where the last pet ends, or the opening text if there is no pet. */
  readonly end: number;
  readonly isEmpty: boolean;
}

/** Returns the bytes that add pets. They replace the closing text. */
export function encodePets(pets: readonly Pet[], { isEmpty }: Pick<Lines, 'isEmpty'>): Buffer {
  return Buffer.from(`${separator(isEmpty)}${pets.map(stringifyJson).join(',\n')}${closing.toString()}`);
}

/** Returns the bytes of a whole document. */
export function encodeDocument({ pets, ...others }: PetDocument): Buffer {
  const members = Object.entries(others).map(([key, value]) => `${JSON.stringify(key)}:${stringifyJson(value)},\n`);
  const beforePets = Buffer.from(`{${members.join('')}${opening}`);
  return Buffer.concat([beforePets, pets.length === 0 ? closing : encodePets(pets, { isEmpty: true })]);
}

function separator(isFirst: boolean): string {
  return isFirst ? '\n' : ',\n';
}

// Reading

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
  if (content !== undefined && rest.equals(closing)) return content;
  try {
    return { document: parseDocument(bytes) };
  } catch (error) {
    if (content === undefined || !isTornAppend(rest, content.lines.isEmpty)) throw error;
    return { ...content, tornEnd: rest };
  }
}

/** Reads pets until a line is not one; `undefined` if the file does not begin as this storage writes it. */
function parseLines(bytes: Buffer): { readonly document: PetDocument; readonly lines: Lines } | undefined {
  const openingStart = bytes.indexOf(`${opening}\n`);
  let end = openingStart + opening.length;
  const document = openingStart < 0 ? undefined : parseBeforePets(bytes.subarray(0, end));
  if (document === undefined) return undefined;
  const guesses = parseQuickly(bytes);

  for (;;) {
    const isFirst = document.pets.length === 0;
    const start = end + separator(isFirst).length;
    const lineBreak = bytes.indexOf(lineFeed, start);
    const lineEnd = lineBreak < 0 ? bytes.length : lineBreak;
    let petEnd = lineEnd;
    if (bytes[lineEnd - 1] === comma) petEnd -= 1;
    else if (bytes.toString('latin1', lineEnd - 3, lineEnd) === ',]}') petEnd -= 3; // a crash left the comma over the closing text
    const pet =
      isFirst || bytes[end] === comma
        ? parsePet(bytes.toString('utf8', start, petEnd), guesses[document.pets.length])
        : undefined;
    if (pet === undefined) break;
    document.pets.push(pet);
    end = petEnd;
  }
  if (!isUtf8(bytes.subarray(0, end))) return undefined;
  return { document, lines: { end, isEmpty: document.pets.length === 0 } };
}

const [lineFeed, comma] = [0x0a, 0x2c];

/**
 * Parses all pets at once, which takes half of the time of a line at a time (measured: see bench/README.md). A number may be
 * rounded, so each pet must be compared with its line. Returns no pets if the text is not JSON.
 */
function parseQuickly(bytes: Buffer): readonly (Pet | undefined)[] {
  try {
    const { pets } = JSON.parse(bytes.toString()) as Partial<PetDocument>;
    return pets ?? [];
  } catch {
    return [];
  }
}

/**
 * Parses the text before the first pet. Returns `undefined` unless `pets` is the last member and the only one of that name.
 * Also returns it for members that are nested deeper than `parseJson` reads.
 */
function parseBeforePets(bytes: Buffer): PetDocument | undefined {
  try {
    // A member that comes twice with the same value is not refused. An earlier `pets` differs from `[0]` or from `[]`.
    parseDocument(Buffer.concat([bytes, Buffer.from('0'), closing]));
    const { pets, ...others } = parseDocument(Buffer.concat([bytes, closing])) as Partial<PetDocument>;
    return pets?.length === 0 && parseJson(stringifyJson(others)).isOk() ? { ...others, pets: [] } : undefined;
  } catch {
    return undefined; // parseDocument will report the error of the whole text
  }
}

/**
 * Parses a line. Returns `undefined` unless it is one object with members that `parseJson` reads, none of them twice with
 * different values. It is `undefined` for `{}` too, because a crash may leave `{` over the closing `]}`.
 */
function parsePet(line: string, guess: Pet | undefined): Pet | undefined {
  if (!line.startsWith('{"') || !line.endsWith('}')) return undefined;
  if (guess !== undefined && isWritten(line, guess)) return guess;
  const pet = parseJson(line).unwrapOr(undefined) as Pet | undefined;
  try {
    return pet === undefined || isWritten(line, pet) ? pet : (parseExactly(line) as Pet);
  } catch {
    return undefined;
  }
}

/**
 * Whether a line is as `JSON.stringify` writes it, as nearly every line is. Then it has no member twice, and no number was
 * rounded.
 */
function isWritten(line: string, pet: Pet): boolean {
  try {
    return Number.isSafeInteger(pet.categoryId) && JSON.stringify(pet) === line;
  } catch {
    return false; // it holds a bigint, or is nested too deep
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

// What a crash leaves

/** Whether a file is empty or holds white space alone, or what a crash may leave of the text of a new one. */
export function isNew(bytes: Buffer): boolean {
  const text = bytes.subarray(bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0);
  if (text.every((byte) => whiteSpace.includes(byte))) return true;
  if (bytes.length > emptyFile.length || bytes.equals(emptyFile)) return false;
  return bytes.every((byte, index) => byte === 0 || byte === emptyFile[index]);
}

const [byteOrderMark, whiteSpace] = [Buffer.from('\uFEFF'), Buffer.from(' \t\r\n')];

/**
 * Whether a crash during an append, or while an append was undone, can leave `rest` after the last whole pet. An example is
 * `,\n{"id":7,"na`. No pet of that append was acknowledged, because not all of it was on the disk.
 *
 * - A killed process leaves the first bytes of the append, over the first bytes of the closing text.
 * - A power cut leaves any of the pages that were written. The others keep their old bytes, which are zeros beyond the old end.
 * - Anything else is damage.
 *
 * @param rest from the end of the last whole pet, or of the opening text if there is none, to the end of the file
 * @param isFirst whether no pet comes before it
 */
export function isTornAppend(rest: Buffer, isFirst: boolean): boolean {
  const append = Buffer.from(`${separator(isFirst)}{"id":`);
  const written = beforeHole(rest);
  const overClosing = written.subarray(0, closing.length);
  const isAppendOrClosing = overClosing.every((byte, index) => byte === append[index] || byte === closing[index]);

  const expected = append.toString('latin1', closing.length);
  const beyond = written.toString('latin1', closing.length);
  const continuesAppend = expected.startsWith(beyond) || beyond.startsWith(expected);
  // A complete line here is not torn: had it been valid, it would have been parsed. It is damage.
  const hasWholeLines = beyond.includes('\n') && overClosing.equals(append.subarray(0, closing.length));
  return isAppendOrClosing && continuesAppend && !hasWholeLines;
}

/**
 * Returns the bytes before the first zero. JSON has no zero byte, and appends are written one after the other, so the first
 * zero and what follows belong to the last append. If more lines follow than an append has, the zeros are damage.
 */
function beforeHole(rest: Buffer): Buffer {
  const hole = rest.indexOf(0);
  if (hole < 0) return rest;
  let lines = 0;
  for (let index = rest.indexOf('\n', hole); index >= 0; index = rest.indexOf('\n', index + 1)) lines++;
  const linesOfClosing = 2;
  return lines <= maxBatch + linesOfClosing ? rest.subarray(0, hole) : rest;
}
