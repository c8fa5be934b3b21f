import { petStatuses } from '@petstore/core';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import { combine, mismatch, observeEach, pass, type Observation } from '../observation.ts';
import { answer, repeats } from './answers.ts';
import { answerPet, askFor, judgeReturned, observeReads } from './pet-operations.ts';
import { observeEachReadable } from './prerequisites.ts';
import { rex, rexJson, toPetJson } from './sample-pets.ts';

const withoutStatus: DecodedPet = { ...rex, status: undefined };

/** The status of a pet that is read: the cases 14, 15, 47 and 56. */
export const readStatusCases: readonly ConformanceCase[] = [
  {
    case: 14,
    name: 'keeps a list with an unknown status',
    level: 'info',
    reference: 'interface document, part 2',
    why: 'Otherwise a new status would hide every other pet of the list.',
    expected: 'The client returns both pets. It may represent the unknown status in any way.',
    run: async (harness) => {
      const body =
        '[{"id":1,"name":"Rex","categoryId":1,"status":"sold"},{"id":2,"name":"Max","categoryId":1,"status":"reserved"}]';
      const session = harness.open({ steps: [answer('listPets', 200, body)] });
      const result = await session.call('listPets');
      const isWhole = 'ok' in result && Array.isArray(result.ok) && result.ok.length === 2;
      return isWhole ? pass(describeResult(result)) : mismatch(describeResult(result));
    },
  },
  {
    case: 15,
    name: 'invents no status',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'An absent status does not mean that the pet is available.',
    expected: 'The client returns the pet without a status.',
    run: async (harness) =>
      combine([
        await observeReads(harness, (petOperation) => answerPet(petOperation, rexJson), withoutStatus),
        // The status of another pet must not show.
        await observeEach([observeMixedList, observeGetAfterSold], (observeStatus) => observeStatus(harness)),
      ]),
  },
  {
    case: 47,
    name: 'reads each status',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'Without its status, a sold pet looks like any other.',
    expected: 'The client returns each pet with the status that the store sent.',
    run: (harness) =>
      observeEach(petStatuses, (status) => {
        const pet = { ...rex, status };
        return observeReads(harness, (petOperation) => answerPet(petOperation, toPetJson(pet)), pet);
      }),
  },
  {
    case: 56,
    name: 'shows an unknown status as none of the known ones',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'Otherwise a pet whose status the client does not know is sold or offered by mistake.',
    expected: 'The client returns the pet with any other representation of its status, or fails.',
    run: (harness) =>
      observeEachReadable(harness, async (petOperation) => {
        return observeEach(['reserved', 'unavailable', 'pending_review', 'presold'], async (unknown) => {
          const result = await askFor(
            harness,
            petOperation,
            answerPet(petOperation, toPetJson({ ...rex, status: unknown })),
            rex,
          );
          const isShown = petStatuses.some(
            (status) => judgeReturned(petOperation, result, { ...rex, status }).kind === 'pass',
          );
          return isShown
            ? mismatch(`For the status ${unknown}: ${describeResult(result)}`)
            : pass(describeResult(result));
        });
      }),
  },
];

/** Observes a list in which some pets have a status and some have none. */
async function observeMixedList(harness: Harness): Promise<Observation> {
  const pets = ['sold', undefined, 'sold'].map((status, index) => ({ ...rex, id: String(index + 1), status }));
  const step = answer('listPets', 200, `[${pets.map(toPetJson).join(',')}]`, { times: repeats });
  return judgePets(await harness.open({ steps: [step] }).call('listPets'), pets);
}

/** Observes a pet without a status after the client has created one with a status. */
async function observeGetAfterSold(harness: Harness): Promise<Observation> {
  const sold = answer('createPet', 201, toPetJson({ ...rex, status: 'sold' }));
  const session = harness.open({ steps: [sold, answer('getPet', 200, rexJson, { times: repeats })] });
  await session.call('createPet', { name: 'Rex', categoryId: '1', status: 'sold' });
  return judgePet(await session.call('getPet', { petId: '1' }), withoutStatus);
}
