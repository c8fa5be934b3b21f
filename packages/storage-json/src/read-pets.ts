import { parseJson, petSchema, petWithId, type Pet } from '@petstore/core';
import { err, ok, type Result } from 'neverthrow';
import { describe, type PetsOutline, type Problem } from './document-outline.ts';

/** How many pets are parsed at once: so many that it takes no longer than parsing all of them at once would. */
const parsedAtOnce = 1000;

const petsSchema = petSchema.array();

/**
 * Reads and validates the pets of a pet file.
 *
 * @returns the pets by ascending id; a sentence without its subject where one of them is no pet or two share an id
 */
export function readPets(text: Buffer, outline: PetsOutline): Result<readonly Pet[], string> {
  const pets: Pet[] = [];
  for (let first = 0; first < outline.starts.length;) {
    const next = Math.min(first + parsedAtOnce, outline.starts.length);
    const part = parsePart(text, outline, first, next);
    if (part.isErr()) return err(describe(text, findProblem(text, outline, first)));
    for (const pet of part.value) pets.push(pet);
    first = next;
  }
  pets.sort((a, b) => a.id - b.id);
  const twice = pets.find(({ id }, place) => id === pets[place + 1]?.id);
  return twice === undefined ? ok(pets) : err(`has two pets with the id ${twice.id}`);
}

/** Gives the pets from one place to before another, or what is wrong with them. */
function parsePart(
  text: Buffer,
  outline: PetsOutline,
  first: number,
  next: number,
): Result<readonly Pet[], Problem['what']> {
  const parsed = parseJson(textOf(text, outline, first, next));
  if (parsed.isErr()) return err('is not JSON');
  const { data, error } = petsSchema.safeParse(parsed.value);
  if (error !== undefined) return err(`holds a pet that is not valid: ${error.issues.map(describeIssue).join('; ')}`);
  return ok(data.map((pet) => petWithId(pet.id, pet)));
}

function describeIssue({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  const [, field = 'it'] = path; // after the place in the part
  return `${String(field)} ${message}`;
}

/** Says which pet of a part is the first that is not valid, and why. It is not valid by itself, either. */
function findProblem(text: Buffer, outline: PetsOutline, first: number): Problem {
  for (let place = first; ; place++) {
    const pet = parsePart(text, outline, place, place + 1);
    if (pet.isErr()) return { at: outline.starts[place] as number, what: pet.error };
  }
}

/** The pets from one place to before another as a JSON array, in one piece: a string made of three is read more slowly. */
function textOf(text: Buffer, { starts, ends }: PetsOutline, first: number, next: number): string {
  return Buffer.concat([openBracket, text.subarray(starts[first], ends[next - 1]), closeBracket]).toString();
}

const [openBracket, closeBracket] = [Buffer.from('['), Buffer.from(']')];
