import { petStatuses } from '@petstore/core';
import { type DecodedPet, judge } from '../judge.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import type { Expectation } from '../player/exchange.ts';
import { returns, returnsList } from '../player/expectations.ts';
import { judgeReturned, petOperations } from '../player/pet-operations.ts';
import { petResponse, textResponse } from '../player/responses.ts';
import { getCall, listCall, newRex, rex, rexJson, toPetJson } from '../player/samples.ts';
import { returnedRows, rowFor } from './rows.ts';

/** Statuses that no client knows. Some have a known one in them, or are nearly one. Some libraries read "2" as the third value of an enum. */
const unknownStatuses = ['reserved', 'unavailable', 'pending_review', 'presold', 'SOLD', ' sold', '2', ''];

const withoutStatus: DecodedPet = { ...rex, status: undefined };

/** A list in which some pets have a status and some have none. */
const mixedPets: readonly DecodedPet[] = ['sold', undefined, 'sold'].map((status, index) => ({
  ...rex,
  id: String(index + 1),
  status,
}));

/** The client returns two pets, however it represents them. */
const returnsTwoPets: Expectation = {
  judge({ result }) {
    return judge(result, 'ok' in result && Array.isArray(result.ok) && result.ok.length === 2);
  },
};

/** The client returns Rex with none of the known statuses, or fails. */
const showsNoKnownStatus: Expectation = {
  isMetByFailing: true,
  judge({ call: [operation], result }) {
    const isShown = petStatuses.some((status) => judgeReturned(operation, result, { ...rex, status }).kind === 'pass');
    return judge(result, !isShown);
  },
};

/** The status of a pet that is read: the cases 14, 15, 47 and 56. */
export const readStatusCases: readonly ConformanceCase[] = [
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
        response: textResponse(
          200,
          '[{"id":1,"name":"Rex","categoryId":1,"status":"sold"},{"id":2,"name":"Max","categoryId":1,"status":"reserved"}]',
        ),
        expect: returnsTwoPets,
      },
    ],
  },
  {
    case: 15,
    name: 'invents no status',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'stays absent and matches no filter',
    why: 'An absent status does not mean that the pet is available.',
    expected: 'The client returns the pet without a status.',
    rows: [
      ...returnedRows((each) => petResponse(each, rexJson), withoutStatus),
      // The status of another pet must not show.
      {
        call: listCall,
        response: textResponse(200, `[${mixedPets.map(toPetJson).join(',')}]`),
        expect: returnsList(mixedPets),
      },
      {
        calls: [
          {
            call: ['createPet', { ...newRex, status: 'sold' }],
            response: textResponse(201, toPetJson({ ...rex, status: 'sold' })),
          },
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
    clause: 'PetStatus is one of three strings: available, pending, sold.',
    why: 'Without its status, a sold pet looks like any other.',
    expected: 'The client returns each pet with the status that the store sent.',
    rows: petStatuses.flatMap((status) => {
      const pet = { ...rex, status };
      return returnedRows((each) => petResponse(each, toPetJson(pet)), pet);
    }),
  },
  {
    case: 56,
    name: 'shows an unknown status as none of the known ones',
    level: 'must',
    reference: 'interface document, part 2',
    clause: 'PetStatus is one of three strings: available, pending, sold.',
    why: 'Otherwise a pet whose status the client does not know is sold or offered by mistake.',
    expected: 'The client returns the pet with any other representation of its status, or fails.',
    rows: petOperations.flatMap((each) =>
      unknownStatuses.map((status) =>
        rowFor(each, {
          response: petResponse(each, toPetJson({ ...rex, status })),
          expect: showsNoKnownStatus,
        }),
      ),
    ),
  },
];
