import type { ConformanceCase } from '../player/conformance-case.ts';
import { obeys, sendsField } from '../player/expectations.ts';
import { createCall, listCall, newRex, readCalls } from '../player/samples.ts';
import { creationRow } from './rows.ts';
import { rules } from './rules.ts';

const greekPet = { name: 'Ω🐕', categoryId: '1' } as const;

export const requestBodyCases: readonly ConformanceCase[] = [
  {
    case: 4,
    name: 'creates with a JSON Content-Type',
    level: 'must',
    reference: 'interface document, part 1; RFC 9110, section 8.3',
    why: 'A server that looks at the media type refuses a body without the right one.',
    expected: 'A creation has the header Content-Type: application/json.',
    rows: [{ call: createCall, expect: obeys(rules.contentType) }],
  },
  {
    case: 9,
    name: 'sends valid UTF-8 and counts its bytes',
    level: 'must',
    reference: 'RFC 8259, section 8.1; RFC 9110, section 8.6',
    why: 'A Content-Length in characters cuts off the body of every pet whose name is not plain ASCII.',
    expected: 'The store gets the name “Ω🐕”, and a body as long as its Content-Length.',
    rows: [creationRow(greekPet, sendsField('name', greekPet.name))],
  },
  {
    case: 10,
    name: 'sends no body with GET',
    level: 'should',
    reference: 'RFC 9110, section 9.3.1',
    why: 'A body in a GET has no meaning, and some servers and proxies refuse such a request.',
    expected: 'A list and a get have no body.',
    rows: [
      ...[...readCalls, ['listPets', { limit: '5', status: 'sold' }] as const].map((call) => ({
        call,
        expect: obeys(rules.getBody),
      })),
      { calls: [{ call: createCall }, { call: listCall, expect: obeys(rules.getBody) }] },
    ],
  },
  {
    case: 50,
    name: 'declares the right type, charset and coding of a body',
    level: 'must',
    reference: 'interface document, part 1; RFC 9110, sections 8.3, 8.4 and 15.5.16',
    why: 'A server refuses a body with another media type, charset or coding. Then no pet is ever created.',
    expected: 'The store does not answer a creation with 415.',
    rows: [newRex, { ...greekPet, status: 'sold' }].map((args) => ({
      call: ['createPet', args],
      expect: obeys(rules.mediaType),
    })),
  },
  {
    case: 59,
    name: 'sends no byte order mark',
    level: 'must',
    reference: 'RFC 8259, section 8.1',
    why: 'JSON on a network must not begin with one, and many parsers fail on it.',
    expected: 'The body of a creation begins with the JSON text.',
    rows: [newRex, greekPet].map((args) => creationRow(args, obeys(rules.byteOrderMark))),
  },
];
