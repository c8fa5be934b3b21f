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
import { closingBytes, emptyFile, hasOnePetPerLine } from './pet-file-layout.ts';
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
    const { otherMembers, pets: outline, layout } = yield* recognise(text);
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

function recognise(text: Buffer): Result<Recognised, string> {
  const outline = outlineDocument(text);
  return outline.problem === undefined ? ok(recogniseWhole(text, outline)) : recogniseTorn(text, outline);
}

function recogniseWhole(text: Buffer, { otherMembers, pets }: DocumentOutline): Recognised {
  const end = endOf(pets);
  const isOwn = hasOnePetPerLine(text, pets) && closingBytes.equals(text.subarray(end));
  return { otherMembers, pets, layout: isOwn ? { kind: 'own', end, torn: false } : { kind: 'another' } };
}

/** A file that breaks off is ours where an interrupted append may have left it like that. */
function recogniseTorn(text: Buffer, { otherMembers, pets, problem }: BrokenOutline): Result<Recognised, string> {
  if (pets === undefined || !hasOnePetPerLine(text, pets)) return err(describe(text, problem));
  const wholePets = withoutBraces(text, pets);
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
