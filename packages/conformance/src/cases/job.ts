import { unwrap } from '@petstore/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, lookOnce, pass, type Finding } from '../finding.ts';
import type { Harness, Session } from '../harness.ts';
import { describeResult, judgeError, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import type { CallArguments, ProtocolOperation } from '../protocol.ts';
import { shown } from '../rule.ts';
import { countSent } from './repeats.ts';
import { answer, answerError, gets, newRex, repeats, rex, rexJson, type Call } from './replies.ts';

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
        await lookAtEach([{}, { status: 'available' }, { limit: '50', status: 'available' }], (args) =>
          lookAtRepeatedLists(harness, args),
        ),
        await lookOnce(() => lookAtRepeatedGets(harness)),
        await lookAtEach(['listPets', 'createPet', 'getPet'] as const, (operation) =>
          lookAtGetAfter(operation, harness),
        ),
        await lookAtEach(gets, (call) => lookAtErrorAfter(call, harness)),
        await lookAtEach([newRex, { ...newRex, status: 'sold' }], (args) => lookAtRepeatedCreations(harness, args)),
      ]),
  },
];

async function lookAtRepeatedLists(harness: Harness, args: CallArguments): Promise<Finding> {
  const session = harness.open({ pets: [{ id: 1, name: 'Rex', categoryId: 1, status: 'available' }] });
  await session.call('listPets', args);
  const pets = [{ ...rex, status: 'available' }, await addMimi(session)];
  return judgePets(await session.call('listPets', args, { maySendNothing: true }), pets);
}

async function lookAtRepeatedGets(harness: Harness): Promise<Finding> {
  const session = harness.open({ pets: [{ id: 1, name: 'Rex', categoryId: 1 }] });
  await session.call('getPet', { petId: '2' });
  const pet = await addMimi(session);
  return judgePet(await session.call('getPet', { petId: '2' }, { maySendNothing: true }), pet);
}

/** Looks at a get of a pet that the client has just read, and that is another one by now. */
async function lookAtGetAfter(operation: ProtocolOperation, harness: Harness): Promise<Finding> {
  const read =
    operation === 'listPets'
      ? answer(operation, 200, `[${rexJson}]`)
      : answer(operation, operation === 'getPet' ? 200 : 201, rexJson);
  const changed = answer('getPet', 200, rexJson.replace('}', ',"status":"sold"}'), { times: repeats });
  const session = harness.open({ steps: [read, changed] });
  await session.call(operation, operation === 'createPet' ? newRex : operation === 'getPet' ? { petId: '1' } : {});
  const result = await session.call('getPet', { petId: '1' }, { maySendNothing: true });
  return judgePet(result, { ...rex, status: 'sold' });
}

/** Looks at an error after the same call worked: what it returned then is old. */
async function lookAtErrorAfter([operation, args]: Call, harness: Harness): Promise<Finding> {
  const body = operation === 'listPets' ? `[${rexJson}]` : rexJson;
  return lookAtEach([404, 500], async (status) => {
    const session = harness.open({ steps: [answer(operation, 200, body), answerError(operation, status, repeats)] });
    await session.call(operation, args);
    return judgeError(await session.call(operation, args, { maySendNothing: true }));
  });
}

async function lookAtRepeatedCreations(harness: Harness, args: CallArguments): Promise<Finding> {
  const session = harness.open();
  await session.call('createPet', args);
  await session.call('createPet', args, { maySendNothing: true });
  const keys = session.requests('createPet').flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  if (keys[0] !== undefined && new Set(keys).size === 1)
    return deviation(`Asked to create twice, it sent Idempotency-Key: ${keys[0]} with both: that makes one pet.`);
  const count = countSent(session, 'createPet');
  return count === 2 ? pass('It sent each creation.') : deviation(`Asked to create twice, it sent ${count} creations.`);
}

/** Adds a pet with the id 2 behind the back of the client. */
async function addMimi({ store }: Session): Promise<DecodedPet> {
  const { name, categoryId, status } = mimi;
  await unwrap(store.createPet({ name, categoryId, status }));
  return { ...decodedMimi, id: '2' };
}
