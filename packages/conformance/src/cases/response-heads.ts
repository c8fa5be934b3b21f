import type { CaseResponse } from '../harness/calls.ts';
import type { ConformanceCase, Exchange } from '../player/conformance-case.ts';
import { fails } from '../player/expectations.ts';
import { errorBody, errorResponse, jsonHeadWith, petResponse, rawResponse, textResponse } from '../player/responses.ts';
import { calls, list, listCall, petOperations, readCalls, rex, rexJson } from '../player/samples.ts';
import { errorRows, returnedRows, rowFor } from './rows.ts';

const mediaTypes = [
  'Application/JSON; Charset=UTF-8',
  'application/json;charset="utf-8"',
  'application/json ; profile="a;b"',
];

const fieldSpellings: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name.toLowerCase()}: ${value}`,
  (name, value) => `${name.toUpperCase()}: ${value}`,
  (name, value) => `${name}:${value}`,
  (name, value) => `${name}:   ${value}  `,
];

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

export const responseHeadCases: readonly ConformanceCase[] = [
  {
    case: 17,
    name: 'compares the media type as RFC 9110 says',
    level: 'must',
    reference: 'RFC 9110, section 8.3.1',
    why: 'Type, subtype and the names of parameters are case-insensitive, and parameters may follow.',
    expected: 'The client reads a body of Application/JSON; Charset=UTF-8, also in an error.',
    rows: mediaTypes.flatMap((type, index) => {
      const headers = { 'Content-Type': type };
      return [
        ...returnedRows((each) => petResponse(each, rexJson, headers), rex, index === 1 ? [list] : petOperations),
        ...errorRows(textResponse(401, errorBody(401), headers), index === 0 ? calls : [listCall]),
      ];
    }),
  },
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
    case: 66,
    name: 'goes by the status and not by the body',
    level: 'must',
    reference: 'RFC 9110, section 15; RFC 9112, section 4',
    why: 'An error may have any body, even one that looks like pets. Only the status says that nothing was done.',
    expected: 'The client fails for a status of 4xx or 5xx, whatever the body is.',
    rows: failedRows([418, 501]),
  },
  {
    case: 67,
    name: 'goes by the status code and not by the reason phrase',
    level: 'should',
    reference: 'RFC 9112, section 4; RFC 9110, section 2.5',
    why: 'HTTP/2 has no reason phrase, so a gateway writes any or none. Some servers still speak HTTP/1.0.',
    expected: 'The client returns the pets of a response without a reason phrase, with another one, and in HTTP/1.0.',
    rows: readRows(['HTTP/1.1 STATUS ', 'HTTP/1.1 STATUS All right: OK', 'HTTP/1.0 STATUS OK']),
  },
  {
    case: 71,
    name: 'reads every spelling of a header field',
    level: 'must',
    reference: 'RFC 9110, sections 5.1 and 5.5; RFC 9112, section 5',
    why: 'Field names are case-insensitive, and white space around a value is not part of it. A gateway may change both.',
    expected:
      'The client returns the pets of a response whose header fields are written in other letter case or with other white space.',
    rows: fieldSpellings.flatMap((spell) => returnedRows(() => spelledList(spell), rex, [list])),
  },
  {
    case: 73,
    name: 'takes every 2xx for success',
    level: 'info',
    reference: 'RFC 9110, sections 15 and 15.3.4',
    why: 'A gateway that changes a response may write 203. The class of an unknown status says that it worked.',
    expected: 'The client returns the pets of a response 203 and of a response 299.',
    rows: readRows(['HTTP/1.1 203 Non-Authoritative Information', 'HTTP/1.1 299 OK']),
  },
  {
    case: 77,
    name: 'takes no 3xx for success',
    level: 'should',
    reference: 'RFC 9110, sections 15 and 15.4',
    why: 'The class says that the request is not fulfilled yet. Whatever the body is, nothing was done.',
    expected:
      'The client fails for 399, for 307 without a Location, and for a 304 that it did not ask for, whatever the body is.',
    rows: [
      ...failedRows([399]),
      ...calls.map((call) => ({ call, response: errorResponse(307), expect: fails })),
      ...readCalls.map((call) => ({ call, response: { respond: { status: 304 }, description: '304' }, expect: fails })),
    ],
  },
];

/** Makes a response with this status line and body, which ends with the connection. */
function responseWith(statusLine: string, body: string): CaseResponse {
  const head = jsonHeadWith(statusLine, 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`);
  return rawResponse([head, body]);
}

/** Makes a row for each operation and status: the client must fail, although the body is that of a success. */
function failedRows(statuses: readonly number[]): readonly Exchange[] {
  return petOperations.flatMap((each) =>
    statuses.map((status) => {
      const response = responseWith(`HTTP/1.1 ${status} Other`, each.wrap(rexJson));
      return rowFor(each, { response, expect: fails });
    }),
  );
}

/** Makes rows in which the client must read a response with each of these status lines. */
function readRows(statusLines: readonly string[]): readonly Exchange[] {
  return statusLines.flatMap((statusLine) =>
    returnedRows(({ status, wrap }) => responseWith(statusLine.replace('STATUS', String(status)), wrap(rexJson))),
  );
}
