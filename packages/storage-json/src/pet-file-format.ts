import { isUtf8 } from 'node:buffer';
import { parseJson, stringifyJson, parsePets, type Pet } from '@petstore/core';
import { LosslessNumber, parse } from 'lossless-json';
import type { Failures } from './failure.ts';

/*
 * The text of a pet file. Other members come first, then the pets, one to a line. So new pets only replace the closing text:
 *
 *     {"pets":[
 *     {"id":1,"name":"Rex","categoryId":1},
 *     {"id":2,"name":"Bello","categoryId":1}
 *     ]}
 */

/** The document in lowdb: an object with the pets. Its other keys are kept. */
export interface PetDocument {
  pets: Pet[];
}

/** What `failure` says about a text that is not a document of pets. */
export const notPetsMessage = 'is not a JSON object with an array "pets", such as {"pets":[]}';

/**
 * Validates the document that an adapter read.
 *
 * @returns its pets, frozen and by ascending id
 * @throws Failure if it is not a document of valid pets
 */
export function validatePets(document: unknown, { failure }: Failures): Pet[] {
  const { pets: values } = (document ?? {}) as { readonly pets?: unknown };
  if (!Array.isArray(values)) throw failure(notPetsMessage);
  const pets = parsePets(values);
  if (pets.isErr()) throw failure(`does not hold valid pets: pets${pets.error}`);
  return pets.value;
}

// Writing

/** The text before the first pet. A file without other members begins with `{` and this. */
const opening = '"pets":[';

/** The bytes after the last pet. */
export const closing = Buffer.from('\n]}\n');

/** The text of a file without pets. */
export const emptyFile = Buffer.concat([Buffer.from(`{${opening}`), closing]);

/** The maximum number of pets in one append. A crash tears at most so many. */
export const maxBatch = 1024;

/** Where to add pets to a file with one pet to a line. */
export interface Lines {
  /** The offset after the last pet, or after the opening text if there are no pets. */
  readonly end: number;
  readonly isEmpty: boolean;
}

/** Writes pets. The bytes replace the closing text. */
export function encodePets(pets: readonly Pet[], { isEmpty }: Pick<Lines, 'isEmpty'>): Buffer {
  return Buffer.from(`${getSeparator(isEmpty)}${pets.map(stringifyJson).join(',\n')}${closing.toString()}`);
}

/** Writes a whole document. */
export function encodeDocument({ pets, ...others }: PetDocument): Buffer {
  const members = Object.entries(others).map(([key, value]) => `${JSON.stringify(key)}:${stringifyJson(value)},\n`);
  const beforePets = Buffer.from(`{${members.join('')}${opening}`);
  return Buffer.concat([beforePets, pets.length === 0 ? closing : encodePets(pets, { isEmpty: true })]);
}

function getSeparator(isFirst: boolean): string {
  return isFirst ? '\n' : ',\n';
}

// Reading

/** The content of a pet file. */
interface PetFileContent {
  readonly document: PetDocument;
  /** `undefined` for a file of another layout. */
  readonly lines?: Lines;
  /** The bytes after the last complete pet, perhaps none; `undefined` unless the file is torn. */
  readonly tornEnd?: Buffer;
}

/**
 * Parses a pet file without losing a number. Does not validate the document.
 *
 * @throws Error if the text is neither a JSON object nor a torn pet file
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

/** Parses pets up to the first line that is not a pet. Returns `undefined` if the file does not begin as this storage writes it. */
function parseLines(bytes: Buffer): { readonly document: PetDocument; readonly lines: Lines } | undefined {
  const openingStart = bytes.indexOf(`${opening}\n`);
  let end = openingStart + opening.length;
  const document = openingStart < 0 ? undefined : parseBeforePets(bytes.subarray(0, end));
  if (document === undefined) return undefined;
  const guesses = parseQuickly(bytes);

  for (;;) {
    const isFirst = document.pets.length === 0;
    const start = end + getSeparator(isFirst).length;
    const lineBreak = bytes.indexOf(lineFeed, start);
    const lineEnd = lineBreak < 0 ? bytes.length : lineBreak;
    let petEnd = lineEnd;
    if (bytes[lineEnd - 1] === comma) petEnd -= 1;
    // A crash left only the first byte of an append, a comma, over the closing text.
    else if (bytes.toString('latin1', lineEnd - 3, lineEnd) === ',]}') petEnd -= 3;
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

const lineFeed = 0x0a;
const comma = 0x2c;

/**
 * Parses all pets with one `JSON.parse`, which is faster than one for each line (measured: see bench/README.md). It may round
 * numbers, so each pet must be compared with its line. Returns no pets if the text is not JSON.
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
 * Parses the text before the first pet. Returns `undefined` unless `pets` is the last member and the only one of that name, and
 * `parseJson` accepts the other members.
 */
function parseBeforePets(bytes: Buffer): PetDocument | undefined {
  try {
    // The parser accepts a member twice if both values are equal. An earlier `pets` cannot be equal to both `[0]` and `[]`.
    parseDocument(Buffer.concat([bytes, Buffer.from('0'), closing]));
    const { pets, ...others } = parseDocument(Buffer.concat([bytes, closing])) as Partial<PetDocument>;
    return pets?.length === 0 && parseJson(stringifyJson(others)).isOk() ? { ...others, pets: [] } : undefined;
  } catch {
    return undefined; // parseDocument will report the error of the whole text
  }
}

/**
 * Parses a line. Returns `undefined` unless it is one object that `parseJson` accepts, without a member that comes twice with
 * different values. Returns `undefined` for `{}` too: a crash may leave `{` over the `]` of the closing `]}`.
 */
function parsePet(line: string, guess: Pet | undefined): Pet | undefined {
  if (!line.startsWith('{"') || !line.endsWith('}')) return undefined;
  if (guess !== undefined && isCanonical(line, guess)) return guess;
  const pet = parseJson(line).unwrapOr(undefined) as Pet | undefined;
  try {
    return pet === undefined || isCanonical(line, pet) ? pet : (parseExactly(line) as Pet);
  } catch {
    return undefined;
  }
}

/** Whether a line is what `JSON.stringify` writes. Then no member comes twice, and no number was rounded. */
function isCanonical(line: string, pet: Pet): boolean {
  try {
    return Number.isSafeInteger(pet.categoryId) && JSON.stringify(pet) === line;
  } catch {
    return false; // the pet contains a bigint, or is nested too deep
  }
}

/**
 * Parses JSON of any layout without losing a number. A fraction that a `number` would round becomes a `LosslessNumber`.
 *
 * @throws Error if the text is not a JSON object (arrays pass), or if a member comes twice with different values
 */
export function parseDocument(bytes: Buffer): PetDocument {
  if (!isUtf8(bytes)) throw new SyntaxError('it is not UTF-8');
  const text = bytes.toString().replace(/^\uFEFF/, '');
  JSON.parse(text); // refuses a text that is not JSON ten times as fast as the exact parser
  const document = parseExactly(text);
  if (typeof document !== 'object' || document === null) throw new SyntaxError('it is another value');
  return document as PetDocument;
}

function parseExactly(text: string): unknown {
  return parse(text, undefined, { parseNumber: parseNumberExactly });
}

function parseNumberExactly(text: string): unknown {
  const value = parseJson(text).unwrapOr(undefined);
  const isExact = typeof value === 'bigint' || Number.isSafeInteger(value) || String(value) === text;
  return isExact ? value : new LosslessNumber(text);
}

// What a crash leaves

/** Whether a file is empty or white space alone, or what a crash may leave of the text of a new file. */
export function isNew(bytes: Buffer): boolean {
  const text = bytes.subarray(bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0);
  if (text.every((byte) => whiteSpace.includes(byte))) return true;
  if (bytes.length > emptyFile.length || bytes.equals(emptyFile)) return false;
  return bytes.every((byte, index) => byte === 0 || byte === emptyFile[index]);
}

const byteOrderMark = Buffer.from('\uFEFF');
const whiteSpace = Buffer.from(' \t\r\n');

/**
 * Whether a crash can leave `rest` after the last complete pet, such as `,\n{"id":7,"na`. The crash was during an append, or while
 * an append was undone. No creation of that append had resolved, because not all of it was on the disk.
 *
 * - A killed process leaves the first bytes of the append, over the first bytes of the closing text.
 * - A power cut leaves any of the written pages. The other pages keep their old bytes. Beyond the old end these are zeros.
 * - Anything else is damage.
 *
 * @param rest the bytes after the last complete pet, or after the opening text if there is no pet
 * @param isFirst whether no pet comes before `rest`
 */
export function isTornAppend(rest: Buffer, isFirst: boolean): boolean {
  const append = Buffer.from(`${getSeparator(isFirst)}{"id":`);
  const written = cutAtHole(rest);
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
 * Returns the bytes before the first zero byte. JSON contains none, and only the last append can have left one. So it and all bytes
 * after it belong to that append. If more lines follow than an append has, the zeros are damage: returns all bytes.
 */
function cutAtHole(rest: Buffer): Buffer {
  const hole = rest.indexOf(0);
  if (hole < 0) return rest;
  let lines = 0;
  for (let index = rest.indexOf('\n', hole); index >= 0; index = rest.indexOf('\n', index + 1)) lines++;
  const linesOfClosing = 2;
  return lines <= maxBatch + linesOfClosing ? rest.subarray(0, hole) : rest;
}
