import { unwrap } from '@petstore/core';
import type { ConformanceCase } from '../conformance-case.ts';
import type { ClientCall } from '../player/exchange.ts';
import type { Harness, CaseSession } from '../harness/harness.ts';
import { judgeError, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import { mismatch, pass, type Observation } from '../observation.ts';
import type { CallArguments } from '../adapter/protocol.ts';
import { readCalls } from './calls.ts';
import { petOperations, type PetOperation } from './pet-operations.ts';
import { errorResponse, forEver, step, textResponse } from './responses.ts';
import { newRex, rex, rexJson, storeWithRex } from './sample-pets.ts';
import { countSent } from './sent-count.ts';

/** Whether a client asks again: the case 57. */
export const cachingCases: readonly ConformanceCase[] = [
  {
    case: 57,
    name: 'asks again instead of using an old response',
    level: 'must',
    reference: 'RFC 9111, sections 4 and 4.2.2',
    clause: 'a cache MUST NOT reuse a stored response unless',
    why: 'Nothing says how long a response is fresh, so a cached response may be out of date.',
    expected: 'After a change, a list and a get show it. Two creations of the same pet make two pets.',
    observe: (harness) =>
      harness.observeInTurn(
        () =>
          harness.observeEach([{}, { status: 'available' }, { limit: '50', status: 'available' }], (args) =>
            observeRepeatedLists(harness, args),
          ),
        () => observeRepeatedGets(harness),
        () => harness.observeEach(petOperations, (petOperation) => observeGetAfter(petOperation, harness)),
        () => harness.observeEach(readCalls, (call) => observeErrorAfter(call, harness)),
        () =>
          harness.observeEach([newRex, { ...newRex, status: 'sold' }], (args) =>
            observeRepeatedCreations(harness, args),
          ),
      ),
  },
];

async function observeRepeatedLists(harness: Harness, args: CallArguments): Promise<Observation> {
  const session = harness.open({ pets: [{ id: 1, name: 'Rex', categoryId: 1, status: 'available' }] });
  await session.call('listPets', args);
  const pets = [{ ...rex, status: 'available' }, await addMimi(session)];
  return judgePets(await session.call('listPets', args, { maySendNothing: true }), pets);
}

async function observeRepeatedGets(harness: Harness): Promise<Observation> {
  const session = harness.open(storeWithRex);
  await session.call('getPet', { petId: '2' });
  const pet = await addMimi(session);
  return judgePet(await session.call('getPet', { petId: '2' }, { maySendNothing: true }), pet);
}

/** Observes a get of a pet that the client has read by another operation, and that has changed since. */
async function observeGetAfter(
  { operation, status, argsFor, wrap }: PetOperation,
  harness: Harness,
): Promise<Observation> {
  const read = step(operation, textResponse(status, wrap(rexJson)));
  const changed = step('getPet', textResponse(200, rexJson.replace('}', ',"status":"sold"}')), forEver);
  const session = harness.open({ steps: [read, changed] });
  await session.call(operation, argsFor(rex));
  const result = await session.call('getPet', { petId: '1' }, { maySendNothing: true });
  return judgePet(result, { ...rex, status: 'sold' });
}

/** Observes an error of a call that worked before. The client must not return the old response. */
async function observeErrorAfter([operation, args]: ClientCall, harness: Harness): Promise<Observation> {
  const body = operation === 'listPets' ? `[${rexJson}]` : rexJson;
  return harness.observeEach([404, 501], async (status) => {
    const session = harness.open({
      steps: [step(operation, textResponse(200, body)), step(operation, errorResponse(status), forEver)],
    });
    await session.call(operation, args);
    return judgeError(await session.call(operation, args, { maySendNothing: true }));
  });
}

async function observeRepeatedCreations(harness: Harness, args: CallArguments): Promise<Observation> {
  const session = harness.open();
  await session.call('createPet', args);
  await session.call('createPet', args, { maySendNothing: true });
  const keys = session.requests('createPet').flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  if (keys[0] !== undefined && new Set(keys).size === 1)
    return mismatch(
      `Asked to create the pet twice, it sent Idempotency-Key: ${keys[0]} with both: that makes one pet.`,
    );
  const count = countSent(session, 'createPet');
  return count === 2
    ? pass('It sent each creation.')
    : mismatch(`Asked to create the pet twice, it sent ${count} creations.`);
}

/** Adds a second pet to the store, without the client. */
async function addMimi({ store }: CaseSession): Promise<DecodedPet> {
  const mimi = { name: 'Mimi', categoryId: 2, status: 'available' } as const;
  await unwrap(store.createPet(mimi));
  return { ...mimi, id: '2', categoryId: '2' };
}
