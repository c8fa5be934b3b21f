import type { ConformanceCase } from '../conformance-case.ts';
import { deviation, lookAtEach, pass, type Finding } from '../finding.ts';
import type { Harness } from '../harness.ts';
import { describeResult, type DecodedPet } from '../judge.ts';
import type { CallArguments } from '../protocol.ts';
import { cannotRead } from './prerequisites.ts';
import { answered, askFor, create, get, jsonOf, judgeRead, list, readings, type Reading } from './readings.ts';
import { answer, repeats, rex } from './replies.ts';

/** Pets that are not valid, with the field that a client would have to make up. */
const invalidPets: readonly (readonly [petJson: string, field: 'id' | 'name' | 'categoryId'])[] = [
  ['{}', 'id'],
  ['{"name":"Rex","categoryId":1}', 'id'],
  ['{"id":1,"categoryId":1}', 'name'],
  ['{"id":1,"name":"Rex"}', 'categoryId'],
  ['{"id":null,"name":"Rex","categoryId":1}', 'id'],
  ['{"id":1,"name":null,"categoryId":1}', 'name'],
  ['{"id":1,"name":"Rex","categoryId":null}', 'categoryId'],
  ['{"id":1,"name":"Rex","categoryId":1.5}', 'categoryId'],
];

/** Whether a client shows a value that a pet does not have. */
function isMadeUp(pet: unknown, field: 'id' | 'name' | 'categoryId'): boolean {
  const shown = typeof pet === 'object' && pet !== null ? (pet as Record<string, unknown>)[field] : undefined;
  if (typeof shown !== 'string') return false;
  // An adapter that writes integers as texts may write "undefined" or "1.5".
  return field === 'name' || /^-?[0-9]+$/.test(shown);
}

function lookAtInvalidPets(harness: Harness, reading: Reading): Promise<Finding> {
  // The answer of one operation may be read in another place than that of the others, but each field there in the same way.
  return lookAtEach(reading === get ? invalidPets : invalidPets.slice(0, 1), async ([petJson, field]) => {
    const result = await askFor(harness, reading, answered(reading, petJson), rex);
    if ('error' in result) return pass(describeResult(result));
    const pets: readonly unknown[] =
      reading.operation !== 'listPets' || !Array.isArray(result.ok) ? [result.ok] : result.ok;
    return pets.length === 1 && !isMadeUp(pets[0], field)
      ? pass(describeResult(result))
      : deviation(`For ${reading.operation} answered with ${petJson}: ${describeResult(result)}`);
  });
}

/** Answers that are not what was asked for. A client may compare them, and fail. */
const otherAnswers: readonly (readonly [Reading, CallArguments, DecodedPet])[] = [
  [create, { name: 'Rex', categoryId: '1', status: 'sold' }, { ...rex, name: 'Rex II', status: 'sold' }],
  [create, { name: 'Rex', categoryId: '1', status: 'sold' }, { ...rex, categoryId: '2', status: 'sold' }],
  [create, { name: 'Rex', categoryId: '1', status: 'sold' }, { ...rex, status: 'pending' }],
  [create, { name: 'Rex', categoryId: '1', status: 'sold' }, { ...rex, status: undefined }],
  [get, { petId: '1' }, { ...rex, id: '2' }],
  [list, { status: 'sold' }, { ...rex, status: 'pending' }],
  [list, { status: 'sold' }, { ...rex, status: undefined }],
];

/** What is read, and not made up: the cases 69 and 70. */
export const madeUpValueCases: readonly ConformanceCase[] = [
  {
    case: 69,
    name: 'returns what was answered, and not what was asked',
    level: 'must',
    reference: 'interface document, parts 4.1 to 4.3',
    why: 'The store may keep something else than it was sent: a client that returns its own arguments hides that.',
    expected: 'The client returns the pet of the answer, or fails because it is another one.',
    look: (harness) =>
      lookAtEach(otherAnswers, async ([reading, args, pet]) => {
        const unable = await cannotRead(harness, reading);
        if (unable !== undefined) return unable;
        const { operation, status, wrap } = reading;
        const body = wrap(jsonOf(pet));
        const step = answer(operation, status, body, { times: repeats });
        const result = await harness.open({ steps: [step] }).call(operation, args);
        if ('error' in result) return pass(describeResult(result));
        const { kind, seen } = judgeRead(reading, result, pet);
        // A client may also filter a list by itself.
        const isFiltered = operation === 'listPets' && Array.isArray(result.ok) && result.ok.length === 0;
        return isFiltered ? pass(seen) : { kind, seen: `For ${operation} answered with ${body}: ${seen}` };
      }),
  },
  {
    case: 70,
    name: 'makes up no field that is required',
    level: 'should',
    reference: 'interface document, part 2',
    why: 'A zero or an empty text for what was not sent looks like an id, a category or a name.',
    expected: 'The client fails, or shows that the field is absent. It drops no pet of a list.',
    look: (harness) =>
      lookAtEach(
        readings,
        async (reading) => (await cannotRead(harness, reading)) ?? lookAtInvalidPets(harness, reading),
      ),
  },
];
