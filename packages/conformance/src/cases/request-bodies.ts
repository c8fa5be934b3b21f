import type { ConformanceCase } from '../conformance-case.ts';
import type { Expectation } from '../player/exchange.ts';
import { obeys } from '../player/expectations.ts';
import type { Harness } from '../harness/harness.ts';
import { mismatch, pass, type Observation } from '../observation.ts';
import { judgeRequests, readCreation, show } from '../rule.ts';
import { createCall, listCall, readCalls } from './calls.ts';
import { createdResponse } from './responses.ts';
import { rules } from './rules.ts';
import { newRex, storeWithRex } from './sample-pets.ts';

const greekName = 'Ω🐕';
const greekPet = { name: greekName, categoryId: '1' } as const;

const sendsGreekName: Expectation = {
  judge({ session }) {
    const wrong = session.requests('createPet').find((request) => readCreation(request)?.name !== greekName);
    return wrong === undefined
      ? pass(`It sent the name ${greekName}.`)
      : mismatch(`It sent the body ${show(wrong.body)}.`);
  },
};

/** The bytes of a body and how they are declared: the cases 4, 9, 10, 50 and 59. */
export const requestBodyCases: readonly ConformanceCase[] = [
  {
    case: 4,
    name: 'creates with a JSON Content-Type',
    level: 'must',
    reference: 'interface document, part 1; RFC 9110, section 8.3',
    clause: 'every body, in both directions, is application/json',
    why: 'A server that looks at the media type refuses a body without the right one.',
    expected: 'A creation has the header Content-Type: application/json.',
    exchanges: [{ call: createCall, expect: obeys(rules.contentType) }],
  },
  {
    case: 9,
    name: 'sends valid UTF-8 and counts its bytes',
    level: 'must',
    reference: 'RFC 8259, section 8.1; RFC 9110, section 8.6',
    clause: 'JSON text exchanged between systems that are not part of a closed ecosystem MUST be encoded using UTF-8',
    why: 'A Content-Length in characters cuts off the body of every pet whose name is not plain ASCII.',
    expected: 'The store gets the name “Ω🐕”, and a body as long as its Content-Length.',
    exchanges: [{ call: ['createPet', greekPet], response: createdResponse(greekPet), expect: sendsGreekName }],
  },
  {
    case: 10,
    name: 'sends no body with GET',
    level: 'should',
    reference: 'RFC 9110, section 9.3.1',
    why: 'A body in a GET has no meaning, and some servers and proxies refuse such a request.',
    expected: 'A list and a get have no body.',
    exchanges: [...readCalls, ['listPets', { limit: '5', status: 'sold' }] as const].map((call) => ({
      call,
      expect: obeys(rules.getBody),
    })),
    observe: observeGetAfterCreation,
  },
  {
    case: 50,
    name: 'declares the right type, charset and coding of a body',
    level: 'must',
    reference: 'interface document, part 1; RFC 9110, sections 8.3, 8.4 and 15.5.16',
    clause: 'every body, in both directions, is application/json',
    why: 'A server refuses a body with another media type, charset or coding. Then no pet is ever created.',
    expected: 'The store does not answer a creation with 415.',
    exchanges: [newRex, { ...greekPet, status: 'sold' }].map((args) => ({
      call: ['createPet', args],
      expect: obeys(rules.mediaType),
    })),
  },
  {
    case: 59,
    name: 'sends no byte order mark',
    level: 'must',
    reference: 'RFC 8259, section 8.1',
    clause:
      'Implementations MUST NOT add a byte order mark (U+FEFF) to the beginning of a networked-transmitted JSON text.',
    why: 'JSON on a network must not begin with one, and many parsers fail on it.',
    expected: 'The body of a creation begins with the JSON text.',
    exchanges: [newRex, greekPet].map((args) => ({
      call: ['createPet', args],
      response: createdResponse(args),
      expect: obeys(rules.byteOrderMark),
    })),
  },
];

/** Observes the GET that follows a creation on the same connection. */
async function observeGetAfterCreation(harness: Harness): Promise<Observation> {
  const session = harness.open(storeWithRex);
  await session.call(...createCall);
  await session.call(...listCall);
  return judgeRequests(rules.getBody, session.requests());
}
