import { gzipSync } from 'node:zlib';
import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, notExercised, pass } from '../finding.ts';
import { describeResult, judgeError, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import type { Harness, Step } from '../harness.ts';
import type { ClientAnswer } from '../connected-client.ts';
import type { AnswerError } from '../protocol.ts';
import { answer, chunk, errorBody, errorMessage, lastHead, newRex, repeats, rex, rexJson, write } from './replies.ts';
import { awkwardIntegers } from './sending.ts';

const listJson = `[${rexJson}]`;
const bareRex: DecodedPet = { ...rex, status: undefined };
const names = 'Ω🐕é';
const namesJson = `[{"id":1,"name":"${names}","categoryId":1}]`;

/** Lists pets once, and judges what the client made of the answer. */
async function judgeList(harness: Harness, step: Step, pets: readonly DecodedPet[] = [rex]) {
  const session = harness.open({ steps: [{ ...step, times: repeats }] });
  return judgePets(await session.call('listPets'), pets);
}

/** Whether an error tells the same of an {@link errorBody} as a usual one. More of a message may differ: it may name the address. */
function tellsTheSame(error: AnswerError, usual: ClientAnswer): boolean {
  const told = ({ kind, status, code, message }: AnswerError) =>
    JSON.stringify([kind, status, code, message?.includes(errorMessage)]);
  return 'error' in usual && told(error) === told(usual.error);
}

/** Replies with the same meaning. Go's encoding/json, for one, reads "Name" as "name". */
const spellings: readonly (readonly [body: string, pet: DecodedPet])[] = [
  ['[{"categoryId":1,"name":"Rex","id":1}]', rex],
  ['\r\n [ {\t"id" : 1 ,\n "name" : "Rex", "categoryId" : 1 } ]\r\n\r\n', rex],
  [
    '[{"\\u0069d":1,"n\\u0061me":"\\u0052\\/\\"\\u0065\\\\\\uD83D\\uDC15","categoryId":1}]',
    { ...rex, name: 'R/"e\\🐕' },
  ],
  ['[{"id":1,"name":"\\u0000R\\u0000","categoryId":1}]', { ...rex, name: '\u0000R\u0000' }],
  [
    '[{"__proto__":{"status":"sold","name":"Max"},"id":1,"name":"__proto__","categoryId":1}]',
    { ...rex, name: '__proto__', status: undefined },
  ],
  [
    '[{"id":1,"name":"Rex","categoryId":1,"Name":"Max","NAME":"Max","name ":"Max","ID":2,"CategoryID":2,"category_id":2}]',
    rex,
  ],
];

/** What is decoded: the cases 11 to 23. */
export const decodingCases: readonly ConformanceCase[] = [
  {
    case: 11,
    name: 'reads int64 exactly',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'A double has 53 bits: a rounded integer is another category, or another pet.',
    expected: 'The client returns the very integers that the store sent, or fails for an id.',
    look: async (harness) => {
      const categories = await lookAtEach(awkwardIntegers, (integer) =>
        judgeList(harness, answer('listPets', 200, `[{"id":1,"name":"Rex","categoryId":${integer}}]`), [
          { ...rex, categoryId: integer },
        ]),
      );
      const ids = await lookAtEach(awkwardIntegers, async (integer) => {
        const session = harness.open({
          steps: [answer('listPets', 200, `[{"id":${integer},"name":"Rex","categoryId":1}]`)],
        });
        const result = await session.call('listPets');
        return 'error' in result ? pass(describeResult(result)) : judgePets(result, [{ ...rex, id: integer }]);
      });
      return combine([categories, ids]);
    },
  },
  {
    case: 12,
    name: 'accepts 1.0 and 1e2 as integers',
    level: 'should',
    reference: 'RFC 8259, section 6; JSON Schema Validation, section 6.1.1',
    why: 'JSON has one kind of number, and some writers write integers in this way.',
    expected: 'The client returns the integers 1 and 100.',
    look: (harness) =>
      judgeList(harness, answer('listPets', 200, '[{"id":1.0,"name":"Rex","categoryId":1e2}]'), [
        { ...rex, categoryId: '100' },
      ]),
  },
  {
    case: 13,
    name: 'ignores unknown fields',
    level: 'must',
    reference: 'interface document, part 9',
    why: 'A later version adds fields, and a client that fails on them breaks on that day.',
    expected: 'The client returns the pet, and the code and message of the error.',
    look: (harness) =>
      lookAtEach(['pet', 'error'], async (kind) => {
        if (kind === 'pet') {
          return judgeList(
            harness,
            answer('listPets', 200, '[{"id":1,"name":"Rex","born":{"year":2020},"categoryId":1,"tags":["a",null]}]'),
          );
        }
        const fail = (body: string) =>
          harness.open({ steps: [answer('getPet', 404, body, { times: repeats })] }).call('getPet', { petId: '1' });
        const usual = await fail(errorBody(404)); // a client that never shows code and message fails in case 24
        return judgeError(
          await fail(errorBody(404).replace(/\}$/, ',"hints":[{"field":"petId"}]}')),
          (error) => error.kind === 'api' && error.status === 404 && tellsTheSame(error, usual),
        );
      }),
  },
  {
    case: 14,
    name: 'keeps a list with an unknown status',
    level: 'info',
    reference: 'interface document, part 2',
    why: 'A new status would otherwise hide every other pet of the list.',
    expected: 'The client returns both pets, with any representation of the unknown status.',
    look: async (harness) => {
      const body =
        '[{"id":1,"name":"Rex","categoryId":1,"status":"sold"},{"id":2,"name":"Max","categoryId":1,"status":"reserved"}]';
      const session = harness.open({ steps: [answer('listPets', 200, body)] });
      const result = await session.call('listPets');
      const isWhole = 'ok' in result && Array.isArray(result.ok) && result.ok.length === 2;
      return isWhole ? pass(describeResult(result)) : deviation(describeResult(result));
    },
  },
  {
    case: 15,
    name: 'invents no status',
    level: 'must',
    reference: 'interface document, part 2',
    why: 'An absent status does not mean that the pet is available.',
    expected: 'The client returns the pet without a status.',
    look: (harness) =>
      lookAtEach(['listPets', 'createPet'] as const, async (operation) => {
        if (operation === 'listPets') return judgeList(harness, answer('listPets', 200, listJson), [bareRex]);
        const session = harness.open({ steps: [answer('createPet', 201, rexJson)] });
        return judgePet(await session.call('createPet', newRex), bareRex);
      }),
  },
  {
    case: 16,
    name: 'reads every spelling of JSON',
    level: 'must',
    reference: 'RFC 8259, sections 2, 4, 7 and 8.3',
    why: 'Order, white space and escapes mean nothing, and names are compared letter by letter.',
    expected: 'The client returns the same pet for each spelling.',
    look: (harness) => lookAtEach(spellings, ([body, pet]) => judgeList(harness, answer('listPets', 200, body), [pet])),
  },
  {
    case: 17,
    name: 'compares the media type as RFC 9110 says',
    level: 'must',
    reference: 'RFC 9110, section 8.3.1',
    why: 'Type, subtype and the names of parameters are case-insensitive, and parameters may follow.',
    expected: 'The client reads a body of Application/JSON; Charset=UTF-8, that of an error too.',
    look: (harness) =>
      lookAtEach(['pets', 'error'], async (kind) => {
        const headers = { 'Content-Type': 'Application/JSON; Charset=UTF-8' };
        if (kind === 'pets') return judgeList(harness, answer('listPets', 200, listJson, { headers }));
        const fail = (step: Step) => harness.open({ steps: [step] }).call('listPets');
        const usual = await fail(answer('listPets', 401, errorBody(401), { times: repeats }));
        const seen = await fail(answer('listPets', 401, errorBody(401), { headers, times: repeats }));
        return judgeError(seen, (error) => tellsTheSame(error, usual));
      }),
  },
  {
    case: 18,
    name: 'joins characters that chunks divide',
    level: 'must',
    reference: 'RFC 9112, section 7.1; RFC 3629',
    why: 'A chunk ends at any byte, and a client that decodes each on its own breaks names.',
    expected: 'The client returns the name “Ω🐕é”.',
    look: (harness) => {
      const [before = '', after = ''] = namesJson.split(names);
      const bytes = [...Buffer.from(names)].map((byte) => Buffer.of(byte));
      const pieces = [Buffer.from(before), ...bytes, Buffer.from(after)].map((piece) => chunk(piece));
      const raw = {
        pieces: [lastHead('Transfer-Encoding: chunked'), ...pieces, '0\r\n\r\n'],
        gap: 1,
        end: 'close',
      } as const;
      return judgeList(harness, write('listPets', raw), [{ ...rex, name: names }]);
    },
  },
  {
    case: 19,
    name: 'skips chunk extensions and trailers',
    level: 'must',
    reference: 'RFC 9112, sections 7.1.1 and 7.1.2',
    why: 'Proxies add them, and a recipient must ignore what it does not know.',
    expected: 'The client returns the pets.',
    look: (harness) =>
      judgeList(
        harness,
        write('listPets', {
          pieces: [
            lastHead('Transfer-Encoding: chunked', 'Trailer: X-Checksum'),
            chunk(listJson.slice(0, 9), ';name=value'),
            chunk(listJson.slice(9, 12), ';flag'),
            chunk(listJson.slice(12), ';quoted="a;b"'),
            '0;last\r\nX-Checksum: 1a2b\r\n\r\n',
          ],
          end: 'close',
        }),
      ),
  },
  {
    case: 20,
    name: 'reads a body without a length',
    level: 'must',
    reference: 'RFC 9112, section 6.3',
    why: 'A response may end with its connection, as those of HTTP/1.0 do.',
    expected: 'The client returns the pets.',
    look: (harness) => judgeList(harness, write('listPets', { pieces: [lastHead(), listJson], end: 'close' })),
  },
  {
    case: 21,
    name: 'waits for the answer behind 103',
    level: 'must',
    reference: 'RFC 8297, section 2; RFC 9110, section 15.2',
    why: 'A client must be able to read interim responses, also those that it did not ask for.',
    expected: 'The client returns the pets of the response 200.',
    look: (harness) =>
      judgeList(
        harness,
        write('listPets', {
          pieces: [
            'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n',
            `${lastHead(`Content-Length: ${listJson.length}`)}${listJson}`,
          ],
          gap: 20,
          end: 'close',
        }),
      ),
  },
  {
    case: 22,
    name: 'reads gzip if it asked for it',
    level: 'must',
    reference: 'RFC 9110, sections 8.4 and 12.5.3',
    why: 'Accept-Encoding is a promise of the client: the server may compress any response.',
    expected: 'The client returns the pets of a compressed response.',
    needs: 'gzip',
    look: async (harness) => {
      const plain = harness.open();
      await plain.call('listPets');
      const asked = plain
        .requests('listPets')
        .some(({ headers }) => /\b(?:x-)?gzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(headers['accept-encoding'] ?? ''));
      if (!asked) return notExercised('The client did not ask for gzip.');
      const body = gzipSync(listJson);
      const raw = {
        pieces: [lastHead('Content-Encoding: gzip', `Content-Length: ${body.length}`), body],
        end: 'close',
      } as const;
      return judgeList(harness, write('listPets', raw));
    },
  },
  {
    case: 23,
    name: 'skips a byte order mark',
    level: 'info',
    reference: 'RFC 8259, section 8.1',
    why: 'A sender must not add one, but a parser may ignore it: some editors add one to a file.',
    expected: 'The client returns the pets.',
    look: (harness) => judgeList(harness, answer('listPets', 200, `\ufeff${listJson}`)),
  },
];
