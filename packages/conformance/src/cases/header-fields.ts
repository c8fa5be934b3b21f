import type { CaseResponse } from '../harness/calls.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { list } from '../player/pet-operations.ts';
import { petResponse, rawResponse } from '../player/responses.ts';
import { rex, rexJson } from '../player/samples.ts';
import { returnedRows } from './rows.ts';

/** Spellings of a header field that mean the same. */
const fieldSpellings: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name.toLowerCase()}: ${value}`,
  (name, value) => `${name.toUpperCase()}: ${value}`,
  (name, value) => `${name}:${value}`,
  (name, value) => `${name}:   ${value}  `,
];

/** Makes a list with this spelling of its header fields. */
function spelledList(spell: (name: string, value: string) => string): CaseResponse {
  const body = list.wrap(rexJson);
  const fields = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ] as const;
  return rawResponse([
    [{ statusLine: 'HTTP/1.1 200 OK', fields: fields.map(([name, value]) => spell(name, value)) }, body],
  ]);
}

/** How header fields of a response are read: the cases 43 and 71. */
export const headerFieldCases: readonly ConformanceCase[] = [
  {
    case: 43,
    name: 'is not confused by Sunset, Link and Deprecation',
    level: 'should',
    reference: 'RFC 8288; RFC 8594; RFC 9745; interface document, part 4.3',
    why: 'A deprecated operation works until its sunset.',
    expected: 'The client returns the pet.',
    rows: returnedRows((each) =>
      petResponse(each, rexJson, {
        Deprecation: '@1735689600',
        Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
        Link: '</v1/pets>; rel="successor-version", <https://example.com/a,b>; rel=deprecation; title="x; y"',
        Warning: '299 - "Deprecated"',
        ...(each.operation === 'createPet' && { Location: '/v1/pets/99' }),
      }),
    ),
  },
  {
    case: 71,
    name: 'reads every spelling of a header field',
    level: 'must',
    reference: 'RFC 9110, sections 5.1 and 5.5; RFC 9112, section 5',
    clause: 'Field names are case-insensitive',
    why: 'Field names are case-insensitive, and white space around a value is not part of it. A gateway may change both.',
    expected:
      'The client returns the pets of a response whose header fields are written in other letter case or with other white space.',
    rows: fieldSpellings.flatMap((spell) => returnedRows(() => spelledList(spell), rex, [list])),
  },
];
