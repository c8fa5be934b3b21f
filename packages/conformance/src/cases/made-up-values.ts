import { describeResult } from '../harness/calls.ts';
import type { CallArguments } from '../adapter/protocol.ts';
import { type DecodedPet, judge, judgeReturned } from '../player/judge.ts';
import { pass } from '../observation/observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { petResponse, textResponse } from '../player/responses.ts';
import { create, get, list, newSoldRex, type PetOperation, petOperations, rex, toPetJson } from '../player/samples.ts';
import { rowFor } from './rows.ts';

/** Pets that do not match the request. A client may fail, because the pet is another one. */
const otherPets: readonly (readonly [PetOperation, CallArguments, DecodedPet])[] = [
  [create, newSoldRex, { ...rex, name: 'Rex II', status: 'sold' }],
  [create, newSoldRex, { ...rex, categoryId: '2', status: 'sold' }],
  [create, newSoldRex, { ...rex, status: 'pending' }],
  [create, newSoldRex, { ...rex, status: undefined }],
  [get, { petId: '1' }, { ...rex, id: '2' }],
  [list, { status: 'sold' }, { ...rex, status: 'pending' }],
  [list, { status: 'sold' }, { ...rex, status: undefined }],
];

const requiredFields = ['id', 'name', 'categoryId'] as const;
type RequiredField = (typeof requiredFields)[number];

/** Pets that are not valid, each with the field that a client would have to make up. */
const invalidPets: readonly (readonly [petJson: string, field: RequiredField])[] = [
  ['{}', 'id'],
  ['{"name":"Rex","categoryId":1}', 'id'],
  ['{"id":1,"categoryId":1}', 'name'],
  ['{"id":1,"name":"Rex"}', 'categoryId'],
  ['{"id":null,"name":"Rex","categoryId":1}', 'id'],
  ['{"id":1,"name":null,"categoryId":1}', 'name'],
  ['{"id":1,"name":"Rex","categoryId":null}', 'categoryId'],
  ['{"id":1,"name":"Rex","categoryId":1.5}', 'categoryId'],
  ['{"id":18446744073709551617,"name":"Rex","categoryId":1}', 'id'], // 2^64 + 1, which wraps to 1
];

export const madeUpValueCases: readonly ConformanceCase[] = [
  {
    case: 69,
    name: 'returns what was answered and not what was sent',
    level: 'must',
    reference: 'interface document, parts 4.1 to 4.3',
    why: 'The store may keep something else than it was sent. A client that returns its own arguments hides that.',
    expected: 'The client returns the pet of the response, or fails because it is another one.',
    isAboutJson: true,
    rows: otherPets.map(([each, args, pet]) => ({
      call: [each.operation, args],
      response: petResponse(each, toPetJson(pet)),
      expect: returnsOrNotices(pet),
    })),
  },
  {
    case: 70,
    name: 'makes up no pet, no list and no required field',
    level: 'should',
    reference: 'interface document, part 2',
    why: 'A zero or an empty string for a missing field looks like an id, a category or a name. An empty list looks like a store without pets.',
    expected: 'The client fails, or shows that the pet, the list or the field is absent. It drops no pet from a list.',
    isAboutJson: true,
    // A client reads all fields of an operation in the same way: try each field in one operation only.
    rows: petOperations.flatMap((each) => [
      ...(each === get ? invalidPets : invalidPets.slice(0, 1)).map(([petJson, field]) =>
        rowFor(each, { response: petResponse(each, petJson), expect: makesUpNo([field], petJson) }),
      ),
      ...['null', each === list ? '{}' : '[]'].map((body) =>
        rowFor(each, { response: textResponse(each.status, body), expect: makesUpNo(requiredFields) }),
      ),
    ]),
  },
];

/** The client returns the pet of the response, or fails because it is another one. */
function returnsOrNotices(pet: DecodedPet): Expectation {
  return {
    isMetByFailing: true,
    judge({ call: [operation], result }) {
      if ('error' in result) return pass(describeResult(result));
      // A client may also filter the list by itself.
      const isFiltered = operation === 'listPets' && Array.isArray(result.ok) && result.ok.length === 0;
      return isFiltered ? pass(describeResult(result)) : judgeReturned(operation, result, pet);
    },
  };
}

/** The client fails, or shows that all of these fields are absent. It may show an integer as it is in the JSON. */
function makesUpNo(fields: readonly RequiredField[], petJson = ''): Expectation {
  return {
    isMetByFailing: true,
    judge({ call: [operation], result }) {
      if ('error' in result) return pass(describeResult(result));
      const pets: readonly unknown[] = operation === 'listPets' && Array.isArray(result.ok) ? result.ok : [result.ok];
      const isRight = pets.length === 1 && !fields.some((field) => isMadeUp(pets[0], field, petJson));
      return judge(result, isRight);
    },
  };
}

/** Whether a client shows a value that the pet does not have. */
function isMadeUp(pet: unknown, field: RequiredField, petJson: string): boolean {
  const shown = typeof pet === 'object' && pet !== null ? (pet as Record<string, unknown>)[field] : undefined;
  if (typeof shown !== 'string') return false;
  // An adapter that converts integers to strings may write "undefined" or "1.5".
  return field === 'name' || (/^-?[0-9]+$/.test(shown) && !petJson.includes(`"${field}":${shown},`));
}
