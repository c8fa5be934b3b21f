import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, lookOnce, pass, type Finding } from '../finding.ts';
import { describeResult, judgeError, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import type { Harness } from '../harness.ts';
import { awkwardNames, fewNames } from './awkward-names.ts';
import { cannotRead } from './prerequisites.ts';
import {
  answered,
  askFor,
  jsonOf,
  judgeRead,
  judgeReadings,
  readings,
  singleReadings,
  written,
  type Reading,
} from './readings.ts';
import { answer, lastHead, repeats, rex, rexJson } from './replies.ts';
import { awkwardIntegers } from './sending.ts';
import { statuses } from './sent-values.ts';

/**
 * A hundred pets, the most that a list may have. Neither their ids nor their names nor their statuses are in order; some differ
 * in the id alone.
 */
const manyPets: readonly DecodedPet[] = Array.from({ length: 100 }, (_, index) => ({
  id: String(((index * 37) % 101) + 1),
  name: `${['Rex', 'Mimi', 'rex', 'Ämy', 'Bella'][index % 5] ?? ''} ${'x'.repeat(1_000)}`,
  categoryId: String(1 + (index % 2)),
  status: [...statuses, undefined][(index * 7) % 4],
}));

/** Bodies that are no answer, with what they are. */
const unreadable = (reading: Reading): readonly (readonly [what: string, body: Uint8Array])[] => {
  const usual = reading.wrap(rexJson);
  const texts = [
    ['no body', ''],
    ['a text that is cut off', usual.slice(0, usual.length / 2)],
    ['null', 'null'],
    reading.operation === 'listPets' ? ['{} for a list', '{}'] : ['[] for a pet', '[]'],
  ] as const;
  const notUtf8 = Buffer.from(usual.replace('Rex', 'R\xff\xc3x'), 'latin1');
  return [...texts.map(([what, text]) => [what, Buffer.from(text)] as const), ['bytes that are not UTF-8', notUtf8]];
};

/** The values that are read: the cases 47, 51, 52, 55, 56 and 58. */
export const readValueCases: readonly ConformanceCase[] = [
  {
    case: 47,
    name: 'reads each status',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'Without its status, a pet that was sold looks like any other.',
    expected: 'The client returns each pet with the status that the store sent.',
    look: (harness) =>
      lookAtEach(statuses, (status) => {
        const pet = { ...rex, status };
        return judgeReadings(harness, (reading) => answered(reading, jsonOf(pet)), pet);
      }),
  },
  {
    case: 51,
    name: 'returns a list as it is',
    level: 'must',
    reference: 'interface document, parts 2 and 4.1',
    why: 'The store decides on the pets of a list and on their order: a client that sorts, cuts or thins out shows another store.',
    expected: 'The client returns exactly the pets of the answer, in their order.',
    look: async (harness) => combine([await lookAtManyPets(harness), await lookAtFilters(harness)]),
  },
  {
    case: 52,
    name: 'reads int64 exactly in one pet, too',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A client may decode a list and a single pet in two places, and round in one of them.',
    expected: 'createPet and getPet return the very integers that the store sent, or fail for an id.',
    look: async (harness) =>
      combine([
        await lookAtEach(awkwardIntegers, (integer) => {
          const pet = { ...rex, categoryId: integer };
          return judgeReadings(harness, (reading) => answered(reading, jsonOf(pet)), pet, singleReadings);
        }),
        await lookAtEach(awkwardIntegers, (integer) =>
          lookAtEach(singleReadings, async (reading) => {
            const pet = { ...rex, id: integer };
            const { operation, argsFor } = reading;
            const session = harness.open({ steps: [{ ...answered(reading, jsonOf(pet)), times: repeats }] });
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
    why: 'A name is any text: one that is trimmed, normalised, escaped or cut is another name.',
    expected: 'The client returns the very names that the store sent.',
    look: async (harness) => {
      const pets = awkwardNames.map((name, index) => ({ ...rex, id: String(index + 1), name }));
      const step = answer('listPets', 200, `[${pets.map(jsonOf).join(',')}]`, { times: repeats });
      return combine([
        await lookOnce(async () =>
          judgePets(await harness.open({ steps: [step] }).call('listPets', { limit: '100' }), pets),
        ),
        await lookAtEach(fewNames, (name) => {
          const pet = { ...rex, name };
          return judgeReadings(harness, (reading) => answered(reading, jsonOf(pet)), pet, singleReadings);
        }),
      ]);
    },
  },
  {
    case: 56,
    name: 'takes an unknown status for none of the three',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A pet whose status the client does not know is then sold, or offered, by mistake.',
    expected: 'The client returns the pet with any other representation of its status, or fails.',
    look: (harness) =>
      lookAtEach(readings, async (reading) => {
        const unable = await cannotRead(harness, reading);
        if (unable !== undefined) return unable;
        return lookAtEach(['reserved', 'unavailable', 'pending_review', 'presold'], async (unknown) => {
          const result = await askFor(harness, reading, answered(reading, jsonOf({ ...rex, status: unknown })), rex);
          const isShown = statuses.some((status) => judgeRead(reading, result, { ...rex, status }).kind === 'pass');
          return isShown
            ? deviation(`For the status ${unknown}: ${describeResult(result)}`)
            : pass(describeResult(result));
        });
      }),
  },
  {
    case: 58,
    name: 'fails if it cannot read an answer',
    level: 'must',
    reference: 'interface document, parts 2 and 4; RFC 8259, section 8.1',
    why: 'An empty list or a pet that the client made up of it hides that nothing was read.',
    expected: 'The client fails.',
    look: (harness) =>
      lookAtEach(readings, async (reading) => {
        const unable = await cannotRead(harness, reading);
        if (unable !== undefined) return unable;
        return lookAtEach(unreadable(reading), async ([what, body]) => {
          const pieces = [lastHead(reading.statusLine, `Content-Length: ${body.length}`), body];
          const { kind, seen } = judgeError(
            await askFor(harness, reading, written(reading, { pieces, end: 'close' }), rex),
          );
          return { kind, seen: `For ${reading.operation} answered ${reading.status} with ${what}: ${seen}` };
        });
      }),
  },
];

async function lookAtManyPets(harness: Harness): Promise<Finding> {
  const body = `[${manyPets.map(jsonOf).join(',')}]`;
  const session = harness.open({ steps: [answer('listPets', 200, body, { times: repeats })] });
  return judgePets(await session.call('listPets', { limit: '100' }), manyPets);
}

/** Looks at lists of a store with thirty pets, and at an empty one. */
async function lookAtFilters(harness: Harness): Promise<Finding> {
  const pets = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    name: `Rex ${(index * 7) % 10}`,
    categoryId: 1,
    ...(index % 4 < 3 && { status: statuses[index % 4] ?? 'sold' }),
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
    await lookAtEach([{}, { limit: '100' }, { limit: '1' }, ...statuses.map((status) => ({ status }))], ask),
    await ask({ status: 'sold', limit: '7' }),
    judgePets(await empty.call('listPets'), []),
  ]);
}
