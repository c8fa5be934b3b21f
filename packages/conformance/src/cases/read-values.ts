import { petStatuses } from '@petstore/core';
import { awkwardNames } from '@petstore/core/awkward-values';
import { type DecodedPet, judge, judgeReturned } from '../player/judge.ts';
import type { ConformanceCase, Exchange, Expectation, Row } from '../player/conformance-case.ts';
import { returns, returnsList, returnsOrFails } from '../player/expectations.ts';
import { createdResponse, petResponse, textResponse } from '../player/responses.ts';
import {
  awkwardDecimals,
  create,
  fewNames,
  get,
  getCall,
  list,
  listCall,
  newSoldRex,
  type PetOperation,
  petOperations,
  rex,
  rexJson,
  toPetJson,
} from '../player/samples.ts';
import { returnedRows, rowFor } from './rows.ts';

/** Statuses that no client knows. Some have a known one in them, or are nearly one. Some libraries read "2" as the third value of an enum. */
const unknownStatuses = ['reserved', 'unavailable', 'pending_review', 'presold', 'SOLD', ' sold', '2', ''];

const withoutStatus: DecodedPet = { ...rex, status: undefined };

const mixedPets: readonly DecodedPet[] = ['sold', undefined, 'sold'].map((status, index) => ({
  ...rex,
  id: String(index + 1),
  status,
}));

const returnsTwoPets: Expectation = {
  judge: ({ result }) => judge(result, 'ok' in result && Array.isArray(result.ok) && result.ok.length === 2),
};

/** The client returns Rex with none of the known statuses, or fails. */
const showsNoKnownStatus: Expectation = {
  isMetByFailing: true,
  judge({ call: [operation], result }) {
    const isShown = petStatuses.some((status) => judgeReturned(operation, result, { ...rex, status }).kind === 'pass');
    return judge(result, !isShown);
  },
};

/** As many pets as a list may have, in no order of ids, names or statuses. Some differ only in their id. */
const manyPets: readonly DecodedPet[] = Array.from({ length: 100 }, (_, index) => ({
  id: String(((index * 37) % 101) + 1),
  name: `${['Rex', 'Mimi', 'rex', 'Ämy', 'Bella'][index % 5] ?? ''} ${'x'.repeat(1_000)}`,
  categoryId: String(1 + (index % 2)),
  status: [...petStatuses, undefined][(index * 7) % 4],
}));

const soldSeven = { status: 'sold', limit: '7' };

const cases: readonly ConformanceCase[] = [
  {
    case: 11,
    name: 'reads int64 exactly',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A double has 53 bits. A rounded integer is another category, or another pet.',
    expected: 'The client returns exactly the integers that the store sent. It may fail for an id.',
    rows: [
      listRow(awkwardDecimals.map((integer, index) => ({ ...rex, id: String(index + 1), categoryId: integer }))),
      ...idRows([list]),
    ],
  },
  {
    case: 14,
    name: 'keeps a list with an unknown status',
    level: 'info',
    reference: 'interface document, part 2',
    why: 'Otherwise a new status would hide every other pet of the list.',
    expected: 'The client returns both pets. It may represent the unknown status in any way.',
    rows: [
      {
        call: listCall,
        response: listResponse([
          { ...rex, status: 'sold' },
          { id: '2', name: 'Max', categoryId: '1', status: 'reserved' },
        ]),
        expect: returnsTwoPets,
      },
    ],
  },
  {
    case: 15,
    name: 'invents no status',
    level: 'must',
    reference: 'interface document, part 2: a decision of this store',
    why: 'The interface leaves open what an absent status means. In this store it stays absent: such a pet is not known to be available.',
    expected: 'The client returns the pet without a status.',
    rows: [
      ...returnedRows((each) => petResponse(each, rexJson), withoutStatus),
      // The status of another pet must not show.
      listRow(mixedPets),
      {
        calls: [
          { call: ['createPet', newSoldRex], response: createdResponse(newSoldRex) },
          { call: getCall, response: textResponse(200, rexJson), expect: returns(withoutStatus) },
        ],
      },
    ],
  },
  {
    case: 47,
    name: 'reads each status',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'Without its status, a sold pet looks like any other.',
    expected: 'The client returns each pet with the status that the store sent.',
    rows: petStatuses.flatMap((status) => petRows({ ...rex, status })),
  },
  {
    case: 51,
    name: 'returns a list as it is',
    level: 'must',
    reference: 'interface document, parts 2 and 4.1',
    why: 'The store decides on the pets of a list and their order. A client that sorts, cuts or filters shows something else.',
    expected: 'The client returns exactly the pets of the response, in their order.',
    rows: [
      listRow(manyPets, { limit: '100' }),
      ...[{}, { limit: '100' }, { limit: '1' }, ...petStatuses.map((status) => ({ status })), soldSeven].map(
        filteredRow,
      ),
      { store: {}, call: listCall, expect: returnsList([]) },
    ],
  },
  {
    case: 52,
    name: 'reads int64 exactly in a single pet',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A client may decode a list and a single pet in two places, and round in one of them.',
    expected: 'createPet and getPet return exactly the integers that the store sent. They may fail for an id.',
    rows: [
      ...awkwardDecimals.flatMap((integer) => petRows({ ...rex, categoryId: integer }, [create, get])),
      ...idRows([create, get]),
    ],
  },
  {
    case: 55,
    name: 'reads every name as it is',
    level: 'must',
    reference: 'interface document, part 2; RFC 8259, section 7',
    why: 'A name is any text. A name that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The client returns exactly the names that the store sent.',
    rows: [
      listRow(
        awkwardNames.map((name, index) => ({ ...rex, id: String(index + 1), name })),
        { limit: '100' },
      ),
      ...fewNames.flatMap((name) => petRows({ ...rex, name }, [create, get])),
    ],
  },
  {
    case: 56,
    name: 'shows an unknown status as none of the known ones',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'Otherwise a pet whose status the client does not know is sold or offered by mistake.',
    expected: 'The client returns the pet with any other representation of its status, or fails.',
    rows: petOperations.flatMap((each) =>
      unknownStatuses.map((status) =>
        rowFor(each, { response: petResponse(each, toPetJson({ ...rex, status })), expect: showsNoKnownStatus }),
      ),
    ),
  },
];

export const readValueCases = cases.map((each) => ({ ...each, isAboutJson: true }));

function listRow(pets: readonly DecodedPet[], args: Exchange['call'][1] = {}): Exchange {
  return { call: ['listPets', args], response: listResponse(pets), expect: returnsList(pets) };
}

function listResponse(pets: readonly DecodedPet[]) {
  return textResponse(200, `[${pets.map(toPetJson).join(',')}]`);
}

function petRows(pet: DecodedPet, operations = petOperations): readonly Exchange[] {
  return returnedRows((each) => petResponse(each, toPetJson(pet)), pet, operations);
}

/** Makes rows with awkward ids. A client may refuse one as an argument, and fail for one of a response. */
function idRows(operations: readonly PetOperation[]): readonly Exchange[] {
  return awkwardDecimals.flatMap((id) => {
    const pet = { ...rex, id };
    return operations.map((each) => {
      const options = { maySendNothing: each === get };
      const response = petResponse(each, toPetJson(pet));
      return rowFor(each, { response, expect: returnsOrFails(pet), options }, pet);
    });
  });
}

/** Makes a row with a list of a store with thirty pets. */
function filteredRow(args: { readonly limit?: string; readonly status?: string }): Row {
  const pets = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    name: `Rex ${(index * 7) % 10}`,
    categoryId: 1,
    ...(index % 4 < 3 && { status: petStatuses[index % 4] ?? 'sold' }),
  }));
  const wanted = pets
    .filter(({ status }) => args.status === undefined || status === args.status)
    .slice(0, Number(args.limit ?? 20))
    .map(({ id, name, status }): DecodedPet => ({ id: String(id), name, categoryId: '1', status }));
  return { store: { pets }, call: ['listPets', args], expect: returnsList(wanted) };
}
