import { isUtf8 } from 'node:buffer';
import { parseJson, type Pet } from '@petstore/core';
import { err, ok, safeTry, type Result } from 'neverthrow';
import {
  describe,
  outlineDocument,
  type BrokenOutline,
  type DocumentOutline,
  type PetsOutline,
} from './document-outline.ts';
import { isInterruptedAppend } from './interrupted-append.ts';
import { byte, type Span } from './json-bytes.ts';
import { closingBytes, emptyFile, hasOnePetPerLine, layout, maximumBatch } from './pet-file-layout.ts';
import { readPets } from './read-pets.ts';

/** What a pet file holds. */
export interface PetFileContent {
  /** The pets, by ascending id. */
  readonly pets: readonly Pet[];
  readonly layout: LayoutFound;
}

/**
 * How a pet file is laid out: `new`, with nothing in it; `own`, as this storage writes it, where the next pet goes to the
 * `end` of the last one and the closing is either whole or was `torn` by an interrupted append; or in `another` way.
 */
export type LayoutFound =
  | { readonly kind: 'new' }
  | { readonly kind: 'own'; readonly end: number; readonly torn: boolean }
  | { readonly kind: 'another' };

/**
 * Reads the text of a pet file.
 *
 * @returns its content; a sentence without its subject, "is not JSON at line 3", where it is no pet file
 */
export function readPetFile(text: Buffer): Result<PetFileContent, string> {
  if (isNew(text)) return ok({ pets: [], layout: { kind: 'new' } });
  return safeTry(function* () {
    const { otherMembers, pets: outline, layout } = yield* recognise(text, endOfWritten(text));
    if (!isUtf8(layout.kind === 'own' ? text.subarray(0, layout.end) : text)) return err('is not UTF-8');
    for (const member of otherMembers) yield* expectMember(text, member);
    const pets = yield* readPets(text, outline);
    return ok({ pets, layout });
  });
}

/** Whether a file has nothing in it: no byte, or what a crash leaves of what a new file is begun with. */
function isNew(text: Buffer): boolean {
  if (text.length > emptyFile.length || text.equals(emptyFile)) return false;
  return text.every((character, at) => character === byte.zero || character === emptyFile[at]);
}

interface Recognised {
  readonly otherMembers: readonly Span[];
  readonly pets: PetsOutline;
  readonly layout: Exclude<LayoutFound, { readonly kind: 'new' }>;
}

function recognise(text: Buffer, end: number): Result<Recognised, string> {
  const written = text.subarray(0, end);
  const outline = outlineDocument(written);
  if (outline.problem !== undefined) return recogniseTorn(text, written, outline);
  if (end === text.length) return ok(recogniseWhole(text, outline));
  const { otherMembers, pets } = outline;
  const isOwn = hasOnePetPerLine(written, pets) && layout.closing.startsWith(written.toString('latin1', endOf(pets)));
  if (!isOwn) return err(describe(text, { at: end, what: 'is not JSON' }));
  return ok({ otherMembers, pets, layout: { kind: 'own', end: endOf(pets), torn: true } });
}

/**
 * Where the bytes end that are sure to have been written. JSON holds no zero: the first one stands where a power cut kept a
 * batch from the disk. Batches come to the disk one after the other, so what follows is of the last one, and of no more
 * lines than that has; zeros before more of them are damage.
 */
function endOfWritten(text: Buffer): number {
  const hole = text.indexOf(byte.zero);
  if (hole < 0) return text.length;
  let lines = 0;
  for (let at = hole; at >= 0 && lines <= maximumBatch + 2; at = text.indexOf(byte.newline, at + 1)) lines++;
  return lines <= maximumBatch + 2 ? hole : text.length;
}

function recogniseWhole(text: Buffer, { otherMembers, pets }: DocumentOutline): Recognised {
  const end = endOf(pets);
  const isOwn = hasOnePetPerLine(text, pets) && closingBytes.equals(text.subarray(end));
  return { otherMembers, pets, layout: isOwn ? { kind: 'own', end, torn: false } : { kind: 'another' } };
}

/** A file that breaks off is ours where an interrupted append may have left it like that. */
function recogniseTorn(
  text: Buffer,
  written: Buffer,
  { otherMembers, pets, problem }: BrokenOutline,
): Result<Recognised, string> {
  if (pets === undefined || !hasOnePetPerLine(written, pets)) return err(describe(text, problem));
  const wholePets = withoutBraces(written, pets);
  const end = endOf(wholePets);
  if (!isInterruptedAppend(text.subarray(end), wholePets.ends.length === 0)) return err(describe(text, problem));
  return ok({ otherMembers, pets: wholePets, layout: { kind: 'own', end, torn: true } });
}

/** Where the last pet ends, or the opening bracket where there is none. */
function endOf({ start, ends }: PetsOutline): number {
  return ends.at(-1) ?? start;
}

/** The first two bytes of the first append over the old closing make a `{}`, which is no pet. */
function withoutBraces(text: Buffer, pets: PetsOutline): PetsOutline {
  const isBraces = pets.starts.length === 1 && text.toString('latin1', pets.starts[0], pets.ends[0]) === '{}';
  return isBraces ? { start: pets.start, starts: [], ends: [] } : pets;
}

/** Another member than the pets is only kept, but a file that holds what is no JSON is none of ours to write to. */
function expectMember(text: Buffer, { start, end }: Span): Result<void, string> {
  return parseJson(`{${text.toString('utf8', start, end)}}`)
    .map(() => undefined)
    .mapErr(() => describe(text, { at: start, what: 'is not JSON' }));
}
