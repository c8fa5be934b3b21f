import type { DecodedPet } from '../player/judge.ts';
import type { ConformanceCase, Exchange } from '../player/conformance-case.ts';
import { fails } from '../player/expectations.ts';
import { errorBody, lastJsonHead, petResponse, rawResponse, textResponse } from '../player/responses.ts';
import { type PetOperation, petOperations, rex, rexJson } from '../player/samples.ts';
import { errorRows, returnedRows, rowFor } from './rows.ts';

const petSpellings: readonly (readonly [petJson: string, pet: DecodedPet])[] = [
  ['{"categoryId":1,"name":"Rex","id":1}', rex],
  ['\r\n {\t"id" : 1 ,\n "name" : "Rex", "categoryId" : 1 }\r\n\r\n', rex],
  ['{"\\u0069d":1,"n\\u0061me":"\\u0052\\/\\"\\u0065\\\\\\uD83D\\uDC15","categoryId":1}', { ...rex, name: 'R/"e\\🐕' }],
  ['{"id":1,"name":"\\u0000R\\u0000","categoryId":1}', { ...rex, name: '\u0000R\u0000' }],
  [
    '{"__proto__":{"status":"sold","name":"Max"},"id":1,"name":"__proto__","categoryId":1}',
    { ...rex, name: '__proto__', status: undefined },
  ],
];

const cases: readonly ConformanceCase[] = [
  {
    case: 12,
    name: 'accepts 1.0 and 1e2 as integers',
    level: 'info',
    reference: 'RFC 8259, section 6; JSON Schema Validation, section 6.1.1',
    why: 'JSON has only one kind of number, and some writers write integers like this. OpenAPI says otherwise: its integers have no fraction and no exponent, so generated clients may refuse them.',
    expected: 'The client returns the integers 1 and 100.',
    rows: ['1e2', '100.0', '0.1E+3'].flatMap((hundred) =>
      returnedRows((each) => petResponse(each, `{"id":1.0,"name":"Rex","categoryId":${hundred}}`), {
        ...rex,
        categoryId: '100',
      }),
    ),
  },
  {
    case: 13,
    name: 'ignores unknown fields',
    level: 'must',
    reference: 'interface document, part 2; JSON Schema Core, section 10.3.2.3',
    why: 'A later version adds fields. A client that fails on them breaks on that day.',
    expected: 'The client returns the pet, and the code and message of the error.',
    rows: [
      ...returnedRows((each) =>
        petResponse(each, '{"id":1,"name":"Rex","born":{"year":2020},"categoryId":1,"tags":["a",null]}'),
      ),
      ...errorRows(textResponse(401, errorBody(401).replace(/\}$/, ',"hints":[{"field":"petId"}]}'))),
    ],
  },
  {
    case: 16,
    name: 'reads every spelling of JSON',
    level: 'must',
    reference: 'RFC 8259, sections 2, 4, 7, 8.3 and 9',
    why: 'Order, white space and escapes mean nothing in JSON.',
    expected: 'The client returns the same pet for each spelling.',
    rows: [
      ...petSpellings.flatMap(([petJson, pet]) => returnedRows((each) => petResponse(each, petJson), pet)),
      ...errorRows(textResponse(401, respell(errorBody(401)))),
    ],
  },
  {
    case: 23,
    name: 'skips a byte order mark',
    level: 'info',
    reference: 'RFC 8259, section 8.1',
    why: 'A sender must not add one, but a parser may ignore it. Some editors add one to a file.',
    expected: 'The client returns the pets.',
    rows: returnedRows(({ status, wrap }) => textResponse(status, `\ufeff${wrap(rexJson)}`)),
  },
  {
    case: 58,
    name: 'fails if there is no whole JSON in a response',
    level: 'should',
    reference: 'RFC 8259, section 2; interface document, part 4',
    why: 'An empty list or a made-up pet hides that nothing was read.',
    expected: 'The client fails.',
    rows: petOperations.flatMap((each) => {
      const body = each.wrap(rexJson);
      return ['', body.slice(0, body.length / 2)].map((sent) => failedRow(each, Buffer.from(sent)));
    }),
  },
  {
    case: 75,
    name: 'fails if the text of a response is not UTF-8',
    level: 'should',
    reference: 'RFC 3629, section 3; RFC 8259, section 8.1',
    why: 'If U+FFFD stands in place of such bytes, as the Fetch standard wants it for `json()` and as Go does, the name is another one and nobody notices.',
    expected: 'The client fails. It does not put U+FFFD in place of the bytes.',
    rows: petOperations.map((each) =>
      failedRow(each, Buffer.from(each.wrap(rexJson).replace('Rex', 'R\xff\xc3x'), 'latin1')),
    ),
  },
  {
    case: 82,
    name: 'fails if a response has more than one JSON text',
    level: 'should',
    reference: 'RFC 8259, section 2; interface document, part 4',
    why: 'A proxy that mixes up two responses joins their bodies. A client that stops after the first text shows half of that.',
    expected: 'The client fails for two bodies in one, and for a body with other text behind it.',
    rows: petOperations.flatMap((each) => {
      const body = each.wrap(rexJson);
      return [`${body}${body}`, `${body} more`].map((text) => failedRow(each, Buffer.from(text)));
    }),
  },
  {
    case: 84,
    name: 'reads the names of fields letter by letter',
    level: 'info',
    reference: 'RFC 8259, sections 4 and 8.3',
    why: 'JSON compares names as they are. Some parsers read “Name” as “name”, and say so in their documents.',
    expected: 'The client returns the value of “name”, and not that of “Name”.',
    rows: returnedRows((each) =>
      petResponse(
        each,
        '{"id":1,"name":"Rex","categoryId":1,"Name":"Max","NAME":"Max","name ":"Max","ID":2,"CategoryID":2,"category_id":2}',
      ),
    ),
  },
];

export const jsonCases = cases.map((each) => ({ ...each, isAboutJson: true }));

function respell(body: string): string {
  const { code, message, status } = JSON.parse(body) as { code: string; message: string; status: number };
  return `\n{ "status" : ${status},\t"m\\u0065ssage":"\\u0054${message.slice(1)}" , "\\u0063ode" :\r\n"${code}" }\n`;
}

/** Makes a row with a success whose body the client must not read. */
function failedRow(petOperation: PetOperation, body: Uint8Array): Exchange {
  const head = lastJsonHead(petOperation.status, `Content-Length: ${body.length}`);
  return rowFor(petOperation, { response: rawResponse([head, body]), expect: fails });
}
