import { petStatuses } from '@petstore/core';
import { awkwardNames } from '@petstore/core/awkward-values';
import type { ClientResult } from '../adapter/protocol.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Exchange } from '../player/exchange.ts';
import { returnsList } from '../player/expectations.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import { pass, type Observation } from '../observation.ts';
import { awkwardDecimals, fewNames } from './awkward-values.ts';
import { singlePetOperations } from './pet-operations.ts';
import { forEver, petResponse, step, textResponse } from './responses.ts';
import { returnedRows } from './rows.ts';
import { rex, toPetJson } from './sample-pets.ts';

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
    exchanges: [
      listRow(awkwardDecimals.map((integer, index) => ({ ...rex, id: String(index + 1), categoryId: integer }))),
    ],
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
    exchanges: [listRow(manyPets, { limit: '100' })],
    observe: observeFilters,
  },
  {
    case: 52,
    name: 'reads int64 exactly in a single pet',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'integer, int64',
    why: 'A client may decode a list and a single pet in two places, and round in one of them.',
    expected: 'createPet and getPet return exactly the integers that the store sent. They may fail for an id.',
    exchanges: awkwardDecimals.flatMap((integer) => singleRows({ ...rex, categoryId: integer })),
    observe: observeSingleIds,
  },
  {
    case: 55,
    name: 'reads every name as it is',
    level: 'must',
    reference: 'interface document, part 2; RFC 8259, section 7',
    clause: 'what the pet is called',
    why: 'A name is any text. A name that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The client returns exactly the names that the store sent.',
    exchanges: [
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
async function observeListedIds(harness: Harness): Promise<Observation> {
  const pets = awkwardDecimals.map((integer) => ({ ...rex, id: integer }));
  const list = async (listed: readonly DecodedPet[]) => {
    const session = harness.open({ steps: [step('listPets', listResponse(listed), forEver)] });
    const result = await session.call('listPets');
    return { isRefused: 'error' in result, observation: judgeIds(result, listed) };
  };
  const { isRefused, observation } = await list(pets);
  if (!isRefused) return observation;
  return harness.observeInTurn(
    () => Promise.resolve(observation),
    () => harness.observeEach(pets, async (pet) => (await list([pet])).observation),
  );
}

function judgeIds(result: ClientResult, pets: readonly DecodedPet[]): Observation {
  return 'error' in result ? pass(describeResult(result)) : judgePets(result, pets);
}

/** Observes single pets with awkward ids. A client may refuse the id as an argument, and fail for the id of a response. */
function observeSingleIds(harness: Harness): Promise<Observation> {
  return harness.observeEach(awkwardDecimals, (integer) =>
    harness.observeEach(singlePetOperations, async (petOperation) => {
      const pet = { ...rex, id: integer };
      const { operation, argsFor } = petOperation;
      const session = harness.open({ steps: [step(operation, petResponse(petOperation, toPetJson(pet)), forEver)] });
      const result = await session.call(operation, argsFor(pet), { maySendNothing: operation === 'getPet' });
      return 'error' in result ? pass(describeResult(result)) : judgePet(result, pet);
    }),
  );
}

/** Observes lists of a store with thirty pets, and an empty list. */
async function observeFilters(harness: Harness): Promise<Observation> {
  const pets = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    name: `Rex ${(index * 7) % 10}`,
    categoryId: 1,
    ...(index % 4 < 3 && { status: petStatuses[index % 4] ?? 'sold' }),
  }));
  const decoded: readonly DecodedPet[] = pets.map(({ id, name, status }) => ({
    ...{ id: String(id), name, categoryId: '1', status },
  }));
  const session = harness.open({ pets });
  const empty = harness.open();
  const ask = async (args: { readonly limit?: string; readonly status?: string }) =>
    judgePets(
      await session.call('listPets', args),
      decoded
        .filter(({ status }) => args.status === undefined || status === args.status)
        .slice(0, Number(args.limit ?? 20)),
    );
  return harness.observeInTurn(
    () =>
      harness.observeEach([{}, { limit: '100' }, { limit: '1' }, ...petStatuses.map((status) => ({ status }))], ask),
    () => ask({ status: 'sold', limit: '7' }),
    async () => judgePets(await empty.call('listPets'), []),
  );
}
