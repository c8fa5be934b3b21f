import { unwrap } from '@petstore/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, lookOnce, pass, type Finding } from '../finding.ts';
import type { Harness, Session } from '../harness.ts';
import { describeResult, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import { shown } from '../rule.ts';
import { countSent } from './repeats.ts';
import { answer, newRex, repeats, rex, rexes, rexJson } from './replies.ts';

const mimi = { id: 41, name: 'Mimi', categoryId: 2, status: 'available' } as const;
const decodedMimi: DecodedPet = { id: '41', name: 'Mimi', categoryId: '2', status: 'available' };

/** What a client is for, with a store that has no script: the cases 48 and 57. */
export const jobCases: readonly ConformanceCase[] = [
  {
    case: 48,
    name: 'adds a pet, lists it and gets it',
    level: 'must',
    reference: 'interface document, part 4',
    why: 'This is what a client is for.',
    expected:
      'The store has one more pet with the fields that the client was given, and the client returns it three times.',
    look: async (harness) => {
      const session = harness.open({ pets: [mimi] });
      const fields = { name: 'Bella', categoryId: '7', status: 'sold' } as const;
      const created = await session.call('createPet', fields);
      const [first, ...added] = await unwrap(session.store.listPets());
      const [bella] = added;
      const isStored =
        bella?.name === fields.name && String(bella.categoryId) === fields.categoryId && bella.status === fields.status;
      if (first?.id !== mimi.id || !isStored || added.length !== 1)
        return deviation(`It was to add ${shown(fields)}. The store got ${shown(added)}. ${describeResult(created)}`);
      const pet = { id: String(bella.id), ...fields };
      return combine([
        judgePet(created, pet),
        await lookOnce(async () => judgePets(await session.call('listPets'), [decodedMimi, pet])),
        await lookOnce(async () => judgePets(await session.call('listPets', { status: 'sold' }), [pet])),
        await lookOnce(async () => judgePet(await session.call('getPet', { petId: pet.id }), pet)),
      ]);
    },
  },
  {
    case: 57,
    name: 'asks again instead of using an old answer',
    level: 'must',
    reference: 'RFC 9111, sections 4 and 4.2.2',
    why: 'Nothing says how long an answer is fresh, so what is shown from a cache may be long gone.',
    expected: 'After a change, a list and a get show it. Two creations of the same pet make two pets.',
    look: async (harness) =>
      combine([
        await lookOnce(() => lookAtRepeatedLists(harness)),
        await lookOnce(() => lookAtRepeatedGets(harness)),
        await lookAtEach(['listPets', 'createPet'] as const, (operation) => lookAtGetAfter(operation, harness)),
        await lookOnce(() => lookAtRepeatedCreations(harness)),
      ]),
  },
];

async function lookAtRepeatedLists(harness: Harness): Promise<Finding> {
  const session = harness.open({ pets: rexes });
  await session.call('listPets');
  const pet = await addMimi(session);
  return judgePets(await session.call('listPets', {}, { maySendNothing: true }), [rex, pet]);
}

async function lookAtRepeatedGets(harness: Harness): Promise<Finding> {
  const session = harness.open({ pets: rexes });
  await session.call('getPet', { petId: '2' });
  const pet = await addMimi(session);
  return judgePet(await session.call('getPet', { petId: '2' }, { maySendNothing: true }), pet);
}

/** Looks at a get of a pet that the client has just read, and that is another one by now. */
async function lookAtGetAfter(operation: 'listPets' | 'createPet', harness: Harness): Promise<Finding> {
  const read = operation === 'listPets' ? answer(operation, 200, `[${rexJson}]`) : answer(operation, 201, rexJson);
  const changed = answer('getPet', 200, rexJson.replace('}', ',"status":"sold"}'), { times: repeats });
  const session = harness.open({ steps: [read, changed] });
  await session.call(operation, operation === 'createPet' ? newRex : {});
  const result = await session.call('getPet', { petId: '1' }, { maySendNothing: true });
  return judgePet(result, { ...rex, status: 'sold' });
}

async function lookAtRepeatedCreations(harness: Harness): Promise<Finding> {
  const session = harness.open();
  await session.call('createPet', newRex);
  await session.call('createPet', newRex, { maySendNothing: true });
  const count = countSent(session, 'createPet');
  return count === 2 ? pass('It sent each creation.') : deviation(`Asked to create twice, it sent ${count} creations.`);
}

/** Adds a pet with the id 2 behind the back of the client. */
async function addMimi({ store }: Session): Promise<DecodedPet> {
  const { name, categoryId, status } = mimi;
  await unwrap(store.createPet({ name, categoryId, status }));
  return { ...decodedMimi, id: '2' };
}
