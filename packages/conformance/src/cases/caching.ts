import type { ClientCall } from '../harness/calls.ts';
import type { DecodedPet } from '../player/judge.ts';
import { mismatch, pass } from '../observation/observation.ts';
import type { ConformanceCase, Dialogue, Exchange, Expectation } from '../player/conformance-case.ts';
import { fails, returns, returnsList } from '../player/expectations.ts';
import { countSent } from '../player/requests.ts';
import { errorResponse, petResponse, textResponse } from '../player/responses.ts';
import { get, getCall, list, newRex, newSoldRex, petOperations, rex, rexJson, toPetJson } from '../player/samples.ts';
import { rowFor } from './rows.ts';

const newMimi = { name: 'Mimi', categoryId: 2, status: 'available' } as const;
const mimi: DecodedPet = { ...newMimi, id: '2', categoryId: '2' };
const getMimi: ClientCall = ['getPet', { petId: '2' }];

/** Both creations of the dialogue arrive, and make two pets. */
const createsTwice: Expectation = {
  judge({ store }) {
    const keys = store.requests('createPet').flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    if (keys[0] !== undefined && new Set(keys).size === 1)
      return mismatch(
        `Asked to create the pet twice, it sent Idempotency-Key: ${keys[0]} with both: that makes one pet.`,
      );
    const count = countSent(store, 'createPet');
    return count === 2
      ? pass('It sent each creation.')
      : mismatch(`Asked to create the pet twice, it sent ${count} creations.`);
  },
};

const noStore = { 'Cache-Control': 'no-store' };

export const cachingCases: readonly ConformanceCase[] = [
  {
    case: 57,
    name: 'asks again instead of using an old response',
    level: 'must',
    reference: 'RFC 9111, section 5.2.2.5',
    why: 'Each response says Cache-Control: no-store, because a cached response may be out of date.',
    expected: 'After a change, a list and a get show it. Two creations of the same pet make two pets.',
    rows: [
      ...[{}, { status: 'available' }, { limit: '50', status: 'available' }].map((args) => ({
        store: { pets: [{ id: 1, name: 'Rex', categoryId: 1, status: 'available' }] } as const,
        ...twice(
          { call: ['listPets', args] },
          { meanwhile: newMimi, expect: returnsList([{ ...rex, status: 'available' }, mimi]) },
        ),
      })),
      twice({ call: getMimi }, { meanwhile: newMimi, expect: returns(mimi) }),
      // A get of a pet that the client has read by another operation, and that has changed since.
      ...petOperations.map((each) =>
        twice(rowFor(each, { response: petResponse(each, rexJson, noStore) }), {
          call: getCall,
          response: textResponse(200, toPetJson({ ...rex, status: 'sold' })),
          expect: returns({ ...rex, status: 'sold' }),
        }),
      ),
      // An error of a call that worked before. The client must not return the old response.
      ...[list, get].flatMap((each) =>
        [404, 501].map((status) =>
          twice(rowFor(each, { response: petResponse(each, rexJson, noStore) }), {
            response: errorResponse(status),
            expect: fails,
          }),
        ),
      ),
      ...[newRex, newSoldRex].map((args) => ({
        store: {},
        ...twice({ call: ['createPet', args] }, { expect: createsTwice }),
      })),
    ],
  },
];

/** Makes a dialogue of two calls, of which the second may send nothing. By default, both are the same call. */
function twice(first: Exchange, { call = first.call, ...second }: Partial<Exchange>): Dialogue {
  return { calls: [first, { call, ...second, options: { maySendNothing: true } }] };
}
