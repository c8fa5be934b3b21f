import { isUtf8 } from 'node:buffer';
import { parseJson, stringifyJson, parsePets, type Pet } from '@petstore/core';
import { LosslessNumber, parse } from 'lossless-json';
import { Failure } from './failure.ts';

/*
 * The text of a pet file. Other members come first, then the pets, one to a line. New pets are written over the closing text:
 *
 *     {"pets":[
 *     {"id":1,"name":"Rex","categoryId":1},
 *     {"id":2,"name":"Bello","categoryId":1}
 *     ]}
 */

/** The document in lowdb: an object with the pets, and with any other keys. */
export interface PetDocument {
  pets: Pet[];
}

const notPetsMessage = 'is not a JSON object with an array "pets", such as {"pets":[]}';

/** Returns the pets of a document, frozen and by ascending id. Throws a Failure if they are not valid. */
export function validatePets({ pets: values }: { readonly pets?: unknown }): Pet[] {
  if (!Array.isArray(values)) throw new Failure(notPetsMessage);
  const pets = parsePets(values);
  if (pets.isErr()) throw new Failure(`does not hold valid pets: pets${pets.error}`);
  return pets.value;
}

// Writing

/** The text before the first pet. A file without other members begins with `{` and this. */
const opening = '"pets":[';

/** The bytes after the last pet. */
export const closing = Buffer.from('\n]}\n');

export const emptyFile = encodeDocument({ pets: [] });

/** Writes pets. The bytes replace the closing text. */
export function encodePets(pets: readonly Pet[], isFirst: boolean): Buffer {
  return Buffer.from(`${getSeparator(isFirst)}${pets.map(stringifyJson).join(',\n')}${closing.toString()}`);
}

export function encodeDocument({ pets, ...others }: PetDocument): Buffer {
  const members = Object.entries(others).map(([key, value]) => `${JSON.stringify(key)}:${stringifyJson(value)},\n`);
  const beforePets = Buffer.from(`{${members.join('')}${opening}`);
  return Buffer.concat([beforePets, pets.length === 0 ? closing : encodePets(pets, true)]);
}

function getSeparator(isFirst: boolean): string {
  return isFirst ? '\n' : ',\n';
}

// Reading

interface PetFileContent {
  readonly document: PetDocument;
  /** Where to add pets: the offset after the last one, or after the opening text. `undefined` for a file of another layout. */
  readonly position?: number;
  /** The bytes after the last complete pet, perhaps none; `undefined` unless the file is torn. */
  readonly tornEnd?: Buffer;
}

/** Parses a pet file without losing a number. Throws a Failure if it is neither a JSON object nor a torn pet file. */
export function parsePetFile(bytes: Buffer): PetFileContent {
  const content = parseLines(bytes);
  const rest = bytes.subarray(content?.position);
  if (content !== undefined && rest.equals(closing)) return content;
  try {
    return { document: parseDocument(bytes) };
  } catch (cause) {
    if (content !== undefined && isTornAppend(rest, content.document)) return { ...content, tornEnd: rest };
    throw new Failure(describeParseError(bytes, cause as Error), cause);
  }
}

function describeParseError(bytes: Buffer, { name, message }: Error): string {
  if (bytes.includes(0)) return 'contains zero bytes: save UTF-16 as UTF-8; after a power cut, restore a copy';
  if (name === 'RangeError') return 'is nested too deeply to be read';
  if (message.startsWith('Duplicate key')) return 'has a key twice, with different values';
  return notPetsMessage;
}

/** Parses pets up to the first line that is not a pet. Returns `undefined` if the file does not begin as this storage writes it. */
function parseLines(bytes: Buffer): Required<Pick<PetFileContent, 'document' | 'position'>> | undefined {
  const openingStart = bytes.indexOf(`${opening}\n`);
  let position = openingStart + opening.length;
  const document = openingStart < 0 ? undefined : parseBeforePets(bytes.subarray(0, position));
  if (document === undefined) return undefined;

  for (;;) {
    const isFirst = document.pets.length === 0;
    const start = position + getSeparator(isFirst).length;
    const petEnd = findPetEnd(bytes, start);
    const pet = isFirst || bytes[position] === comma ? parsePet(bytes.toString('utf8', start, petEnd)) : undefined;
    if (pet === undefined) break;
    document.pets.push(pet);
    position = petEnd;
  }
  return isUtf8(bytes.subarray(0, position)) ? { document, position } : undefined;
}

function findPetEnd(bytes: Buffer, start: number): number {
  const lineBreak = bytes.indexOf(lineFeed, start);
  const lineEnd = lineBreak < 0 ? bytes.length : lineBreak;
  if (bytes[lineEnd - 1] === comma) return lineEnd - 1;
  // A crash left only the first byte of an append, a comma, over the closing text.
  return bytes.toString('latin1', lineEnd - 3, lineEnd) === ',]}' ? lineEnd - 3 : lineEnd;
}

const lineFeed = 0x0a;
const comma = 0x2c;

/** Parses the text before the first pet. Returns `undefined` unless `pets` is the last member. */
function parseBeforePets(bytes: Buffer): PetDocument | undefined {
  try {
    return parseDocument(Buffer.concat([bytes, closing]));
  } catch {
    return undefined; // the whole text will be parsed, and its error reported
  }
}

/**
 * Parses a line. Returns `undefined` unless it is one object, without a member that comes twice with different values. `{}` is no pet: a
 * crash may leave `{` over the `]` of the closing `]}`.
 */
function parsePet(line: string): Pet | undefined {
  if (!line.startsWith('{"') || !line.endsWith('}')) return undefined;
  try {
    const pet: unknown = JSON.parse(line);
    return (usualLine.test(line) ? pet : parseExactly(line)) as Pet;
  } catch {
    return undefined;
  }
}

/**
 * Most lines that this storage writes. `JSON.parse` reads them exactly: each member comes once, and no integer has more than 15 digits.
 * A name with an escape does not match: a pattern for long ones would overflow the stack.
 */
const usualLine = /^\{"id":\d{1,15},"name":"[^"\\]*","categoryId":-?\d{1,15}(?:,"status":"\w+")?\}$/;

/**
 * Parses JSON of any layout without losing a number. A fraction that a `number` would round becomes a `LosslessNumber`. White space
 * alone is a document without pets.
 *
 * @throws Error if the text is not a JSON object (arrays pass), or if a member comes twice with different values
 */
function parseDocument(bytes: Buffer): PetDocument {
  if (!isUtf8(bytes)) throw new SyntaxError('it is not UTF-8');
  if (isBlank(bytes)) return { pets: [] };
  const text = bytes.toString().replace(/^\uFEFF/, '');
  JSON.parse(text); // refuses a text that is not JSON ten times as fast as the exact parser
  const document = parseExactly(text);
  if (typeof document !== 'object' || document === null) throw new SyntaxError('it is another value');
  return document as PetDocument;
}

/** Whether a file is empty or white space alone. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.toString().trim() === ''; // `trim` removes a byte order mark, too
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

/** Whether a file is empty, or holds what a crash may leave of the text of a new one. */
export function isNew(bytes: Buffer): boolean {
  if (bytes.length > emptyFile.length || bytes.equals(emptyFile)) return false;
  return bytes.every((byte, index) => byte === 0 || byte === emptyFile[index]);
}

/**
 * Whether a crash can leave `rest` after the last complete pet, such as `,\n{"id":7,"na`. The crash was during an append, or while
 * an append was undone. No creation of that append had resolved, because not all of it was on the disk.
 *
 * - A killed process leaves the first bytes of the append, over the first bytes of the closing text.
 * - A process that is killed while it undoes may leave the closing text over the append, and then the rest of the append, lines too.
 * - A power cut may leave zeros for the end of the append. Zeros before whole lines are damage, as is anything else.
 *
 * @param rest the bytes after the last complete pet, or after the opening text if there is no pet
 */
function isTornAppend(rest: Buffer, { pets }: PetDocument): boolean {
  const append = Buffer.from(`${getSeparator(pets.length === 0)}{"id":`);
  const written = rest.subarray(0, rest.findLastIndex((byte) => byte !== 0) + 1); // `,\n{"id":7,"na`
  const overClosing = written.subarray(0, closing.length); // `,\n{"`, or `,]}\n` after the first byte of the append
  const isAppendOrClosing = overClosing.every((byte, index) => byte === append[index] || byte === closing[index]);

  const expected = append.toString('latin1', closing.length); // `id":`
  const beyond = written.toString('latin1', closing.length); // `id":7,"na`
  const continuesAppend = expected.startsWith(beyond) || beyond.startsWith(expected);
  // A complete line here is not torn: had it been valid, it would have been parsed. It is damage: `id":7,"name":5}\n`.
  const isUndone = !overClosing.equals(append.subarray(0, closing.length));
  return isAppendOrClosing && continuesAppend && (isUndone || !beyond.includes('\n'));
}
