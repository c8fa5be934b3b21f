import { petStatuses } from '@petstore/core';
import { awkwardNames } from '@petstore/core/awkward-values';
import type { Trial } from '../harness/trial.ts';
import { type DecodedPet, describeResult, judgePets } from '../judge.ts';
import { type Observation, pass } from '../observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import type { Exchange, Row } from '../player/exchange.ts';
import { returnsList, returnsOrFails } from '../player/expectations.ts';
import { singlePetOperations } from '../player/pet-operations.ts';
import { petResponse, textResponse } from '../player/responses.ts';
import { listCall, rex, toPetJson } from '../player/samples.ts';
import { awkwardDecimals, fewNames } from './awkward-values.ts';
import { returnedRows, rowFor } from './rows.ts';

/**
 * A hundred pets, the most that a list may have. Neither their ids nor their names nor their statuses are in order. Some differ only
 * in their id.
 */
const manyPets: readonly DecodedPet[] = Array.from({ length: 100 }, (_, index) => ({
  id: String(((index * 37) % 101) + 1),
  name: `${['Rex', 'Mimi', 'rex', 'Ämy', 'Bella'][index % 5] ?? ''} ${'x'.repeat(1_000)}`,
  categoryId: String(1 + (index % 2)),
  status: [...petStatuses, undefined][(index * 7) % 4],
}));

const soldSeven = { status: 'sold', limit: '7' };

/** The values that are read: the cases 11, 51, 52 and 55. */
export const readValueCases: readonly ConformanceCase[] = [
  {
    case: 11,
    name: 'reads int64 exactly',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'integer, int64',
    why: 'A double has 53 bits. A rounded integer is another category, or another pet.',
    expected: 'The client returns exactly the integers that the store sent. It may fail for an id.',
    rows: [listRow(awkwardDecimals.map((integer, index) => ({ ...rex, id: String(index + 1), categoryId: integer })))],
    observe: observeListedIds,
  },
  {
    case: 51,
    name: 'returns a list as it is',
    level: 'must',
    reference: 'interface document, parts 2 and 4.1',
    clause: 'Pets is an array of Pet: the body of a list.',
    why: 'The store decides on the pets of a list and their order. A client that sorts, cuts or filters shows something else.',
    expected: 'The client returns exactly the pets of the response, in their order.',
    rows: [
      listRow(manyPets, { limit: '100' }),
      ...[{}, { limit: '100' }, { limit: '1' }, ...petStatuses.map((status) => ({ status })), soldSeven].map(
        filteredRow,
      ),
      { store: {}, calls: [{ call: listCall, expect: returnsList([]) }] },
    ],
  },
  {
    case: 52,
    name: 'reads int64 exactly in a single pet',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'integer, int64',
    why: 'A client may decode a list and a single pet in two places, and round in one of them.',
    expected: 'createPet and getPet return exactly the integers that the store sent. They may fail for an id.',
    rows: [
      ...awkwardDecimals.flatMap((integer) => singleRows({ ...rex, categoryId: integer })),
      // A client may refuse the id as an argument, and fail for the id of a response.
      ...awkwardDecimals.flatMap((integer) => {
        const pet = { ...rex, id: integer };
        return singlePetOperations.map((each) =>
          rowFor(
            each,
            {
              response: petResponse(each, toPetJson(pet)),
              expect: returnsOrFails(pet),
              options: { maySendNothing: each.operation === 'getPet' },
            },
            pet,
          ),
        );
      }),
    ],
  },
  {
    case: 55,
    name: 'reads every name as it is',
    level: 'must',
    reference: 'interface document, part 2; RFC 8259, section 7',
    clause: 'what the pet is called',
    why: 'A name is any text. A name that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The client returns exactly the names that the store sent.',
    rows: [
      listRow(
        awkwardNames.map((name, index) => ({ ...rex, id: String(index + 1), name })),
        { limit: '100' },
      ),
      ...fewNames.flatMap((name) => singleRows({ ...rex, name })),
    ],
  },
];

/** Makes a row with a list: the client must return these pets. */
function listRow(pets: readonly DecodedPet[], args: Exchange['call'][1] = {}): Exchange {
  return { call: ['listPets', args], response: listResponse(pets), expect: returnsList(pets) };
}

function listResponse(pets: readonly DecodedPet[]) {
  return textResponse(200, `[${pets.map(toPetJson).join(',')}]`);
}

/** Makes a row for each operation that has a single pet: the client must return this pet. */
function singleRows(pet: DecodedPet): readonly Exchange[] {
  return returnedRows((each) => petResponse(each, toPetJson(pet)), pet, singlePetOperations);
}

/** Observes lists with awkward ids. If a client refuses a whole list, each id is tried alone: one id may be the reason. */
async function observeListedIds(trial: Trial): Promise<Observation> {
  const pets = awkwardDecimals.map((integer) => ({ ...rex, id: integer }));
  const refused = new Set<readonly DecodedPet[]>();
  const list = async (listed: readonly DecodedPet[]) => {
    const result = await trial.open().call('listPets', {}, { response: listResponse(listed) });
    if (!('error' in result)) return judgePets(result, listed);
    refused.add(listed);
    return pass(describeResult(result));
  };
  const whole = await trial.observeEach([pets], list);
  if (!refused.has(pets)) return whole;
  return trial.observeInTurn(
    () => Promise.resolve(whole),
    () => trial.observeEach(pets, (pet) => list([pet])),
  );
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
  return { store: { pets }, calls: [{ call: ['listPets', args], expect: returnsList(wanted) }] };
}
