import { petStatuses } from '@petstore/core';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import { combine, observe, observeEach, pass, type Observation } from '../observation.ts';
import { answer, repeats } from './answers.ts';
import { awkwardIntegers, awkwardNames, fewNames } from './awkward-values.ts';
import { answerPet, observeReads, singlePetOperations } from './pet-operations.ts';
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
    why: 'A double has 53 bits. A rounded integer is another category, or another pet.',
    expected: 'The client returns exactly the integers that the store sent. It may fail for an id.',
    run: async (harness) => {
      const ask = async (pets: readonly DecodedPet[]) => {
        const step = answer('listPets', 200, `[${pets.map(toPetJson).join(',')}]`, { times: repeats });
        return { result: await harness.open({ steps: [step] }).call('listPets'), pets };
      };
      const judgeIds = ({ result, pets }: Awaited<ReturnType<typeof ask>>) =>
        'error' in result ? pass(describeResult(result)) : judgePets(result, pets);
      const withIds = awkwardIntegers.map((integer) => ({ ...rex, id: integer }));
      const categories = await ask(
        awkwardIntegers.map((integer, index) => ({ ...rex, id: String(index + 1), categoryId: integer })),
      );
      const ids = await ask(withIds);
      return combine([
        judgePets(categories.result, categories.pets),
        judgeIds(ids),
        // A client may refuse the list because of one id. So each id is tried alone, too.
        ...('error' in ids.result ? [await observeEach(withIds, async (pet) => judgeIds(await ask([pet])))] : []),
      ]);
    },
  },
  {
    case: 51,
    name: 'returns a list as it is',
    level: 'must',
    reference: 'interface document, parts 2 and 4.1',
    why: 'The store decides on the pets of a list and their order. A client that sorts, cuts or filters shows something else.',
    expected: 'The client returns exactly the pets of the answer, in their order.',
    run: async (harness) => combine([await observeManyPets(harness), await observeFilters(harness)]),
  },
  {
    case: 52,
    name: 'reads int64 exactly in a single pet',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A client may decode a list and a single pet in two places, and round in one of them.',
    expected: 'createPet and getPet return exactly the integers that the store sent. They may fail for an id.',
    run: async (harness) =>
      combine([
        await observeEach(awkwardIntegers, (integer) => {
          const pet = { ...rex, categoryId: integer };
          return observeReads(
            harness,
            (petOperation) => answerPet(petOperation, toPetJson(pet)),
            pet,
            singlePetOperations,
          );
        }),
        await observeEach(awkwardIntegers, (integer) =>
          observeEach(singlePetOperations, async (petOperation) => {
            const pet = { ...rex, id: integer };
            const { operation, argsFor } = petOperation;
            const session = harness.open({ steps: [{ ...answerPet(petOperation, toPetJson(pet)), times: repeats }] });
            const result = await session.call(operation, argsFor(pet), { maySendNothing: operation === 'getPet' });
            return 'error' in result ? pass(describeResult(result)) : judgePet(result, pet);
          }),
        ),
      ]),
  },
  {
    case: 55,
    name: 'reads every name as it is',
    level: 'must',
    reference: 'interface document, part 2; RFC 8259, section 7',
    why: 'A name is any text. A name that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The client returns exactly the names that the store sent.',
    run: async (harness) => {
      const pets = awkwardNames.map((name, index) => ({ ...rex, id: String(index + 1), name }));
      const step = answer('listPets', 200, `[${pets.map(toPetJson).join(',')}]`, { times: repeats });
      return combine([
        await observe(async () =>
          judgePets(await harness.open({ steps: [step] }).call('listPets', { limit: '100' }), pets),
        ),
        await observeEach(fewNames, (name) => {
          const pet = { ...rex, name };
          return observeReads(
            harness,
            (petOperation) => answerPet(petOperation, toPetJson(pet)),
            pet,
            singlePetOperations,
          );
        }),
      ]);
    },
  },
];

async function observeManyPets(harness: Harness): Promise<Observation> {
  const body = `[${manyPets.map(toPetJson).join(',')}]`;
  const session = harness.open({ steps: [answer('listPets', 200, body, { times: repeats })] });
  return judgePets(await session.call('listPets', { limit: '100' }), manyPets);
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
  return combine([
    await observeEach([{}, { limit: '100' }, { limit: '1' }, ...petStatuses.map((status) => ({ status }))], ask),
    await ask({ status: 'sold', limit: '7' }),
    judgePets(await empty.call('listPets'), []),
  ]);
}
