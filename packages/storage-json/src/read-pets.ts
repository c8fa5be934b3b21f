import { parseJson, petSchema, petWithId, type Pet } from '@petstore/core';
import { err, ok, type Result } from 'neverthrow';
import { describe, type PetsOutline, type Problem } from './document-outline.ts';

/** How many bytes of pets are parsed at once: so many that it takes no longer than parsing all of them at once would. */
const parsedAtOnce = 64 * 1024;

const petsSchema = petSchema.array();

/**
 * Reads and validates the pets of a pet file.
 *
 * @returns the pets by ascending id; a sentence without its subject where one of them is no pet or two share an id
 */
export function readPets(text: Buffer, outline: PetsOutline): Result<readonly Pet[], string> {
  const pets: Pet[] = [];
  for (let first = 0; first < outline.starts.length;) {
    const next = endOfPart(outline, first);
    const part = parsePart(text, outline, first, next);
    if (part === undefined) return err(describe(text, findProblem(text, outline, first, next)));
    for (const pet of part) pets.push(pet);
    first = next;
  }
  pets.sort((a, b) => a.id - b.id);
  const twice = pets.find(({ id }, place) => id === pets[place + 1]?.id);
  return twice === undefined ? ok(pets) : err(`has two pets with the id ${twice.id}`);
}

/** One after the last pet that is parsed together with the first one. */
function endOfPart({ starts, ends }: PetsOutline, first: number): number {
  const limit = (starts[first] ?? 0) + parsedAtOnce;
  let next = first + 1;
  while (next < ends.length && (ends[next] ?? 0) <= limit) next++;
  return next;
}

/** Gives the pets from one place to before another, or `undefined` where one of them is not valid. */
function parsePart(text: Buffer, outline: PetsOutline, first: number, next: number): readonly Pet[] | undefined {
  const parsed = parseJson(textOf(text, outline, first, next));
  const valid = parsed.isOk() ? petsSchema.safeParse(parsed.value) : undefined;
  return valid?.data?.map((pet) => petWithId(pet.id, pet));
}

/** Says which of the pets from one place to before another is not valid, and why. */
function findProblem(text: Buffer, outline: PetsOutline, first: number, next: number): Problem {
  let place = first;
  while (place < next - 1 && parsePart(text, outline, place, place + 1) !== undefined) place++;
  return { at: outline.starts[place] ?? 0, what: problemOf(textOf(text, outline, place, place + 1)) };
}

function problemOf(petText: string): string {
  const parsed = parseJson(petText);
  if (parsed.isErr()) return 'is not JSON';
  const [issue] = petsSchema.safeParse(parsed.value).error?.issues ?? [];
  const field = issue?.path.slice(1).map(String).join('.') ?? '';
  return `holds a pet that is not valid: ${field === '' ? 'it' : field} ${issue?.message ?? 'is not one'}`;
}

/** The pets from one place to before another as a JSON array, in one piece: a string made of three is read more slowly. */
function textOf(text: Buffer, { starts, ends }: PetsOutline, first: number, next: number): string {
  return Buffer.concat([openBracket, text.subarray(starts[first], ends[next - 1]), closeBracket]).toString();
}

const [openBracket, closeBracket] = [Buffer.from('['), Buffer.from(']')];
