import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RecordedRequest } from '@petstore/testing';
import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, notExercised, notSupported, pass, type Finding } from '../finding.ts';
import { describeResult, judgeError, judgePet, judgePets, type DecodedPet } from '../judge.ts';
import type { Harness, Step } from '../harness.ts';
import type { ClientAnswer } from '../connected-client.ts';
import type { AnswerError, ProtocolOperation } from '../protocol.ts';
import {
  answer,
  calls,
  chunk,
  errorBody,
  errorMessage,
  lastHead,
  repeats,
  rex,
  rexJson,
  type Call,
} from './replies.ts';
import { usualError } from './prerequisites.ts';
import { answered, askFor, jsonOf, judgeRead, judgeReadings, list, readings, whole, written } from './readings.ts';
import { awkwardIntegers } from './sending.ts';

const bareRex: DecodedPet = { ...rex, status: undefined };
const foreignName = 'Ω🐕é'.repeat(3); // as many chunks as a client may keep in a buffer
const foreignRex: DecodedPet = { ...rex, name: foreignName };
const foreignJson = rexJson.replace('Rex', foreignName);

/** Judges that the error of an operation tells the same, however its answer is written. */
async function judgeSameError(
  harness: Harness,
  call: Call,
  status: number,
  stepOf: (usual: string) => Step,
): Promise<Finding> {
  const usual = await usualError(harness, call, status); // a client that never shows code and message fails in case 24
  const session = harness.open({ steps: [{ ...stepOf(errorBody(status)), times: repeats }] });
  const seen = await session.call(...call);
  return judgeError(seen, (error) => tellsTheSame(error, usual));
}

/** Whether an error tells the same of an {@link errorBody} as a usual one. More of a message may differ: it may name the address. */
function tellsTheSame(error: AnswerError, usual: ClientAnswer): boolean {
  const told = ({ kind, status, code, message }: AnswerError) =>
    JSON.stringify([kind, status, code, message?.includes(errorMessage)]);
  return 'error' in usual && told(error) === told(usual.error);
}

/** Bodies with the same meaning. Go's encoding/json, for one, reads "Name" as "name". */
const spellings: readonly (readonly [petJson: string, pet: DecodedPet])[] = [
  ['{"categoryId":1,"name":"Rex","id":1}', rex],
  ['\r\n {\t"id" : 1 ,\n "name" : "Rex", "categoryId" : 1 }\r\n\r\n', rex],
  ['{"\\u0069d":1,"n\\u0061me":"\\u0052\\/\\"\\u0065\\\\\\uD83D\\uDC15","categoryId":1}', { ...rex, name: 'R/"e\\🐕' }],
  ['{"id":1,"name":"\\u0000R\\u0000","categoryId":1}', { ...rex, name: '\u0000R\u0000' }],
  [
    '{"__proto__":{"status":"sold","name":"Max"},"id":1,"name":"__proto__","categoryId":1}',
    { ...rex, name: '__proto__', status: undefined },
  ],
  [
    '{"id":1,"name":"Rex","categoryId":1,"Name":"Max","NAME":"Max","name ":"Max","ID":2,"CategoryID":2,"category_id":2}',
    rex,
  ],
];

/** The same Error body, spelled otherwise. */
function respelled(body: string): string {
  const { code, message, status } = JSON.parse(body) as { code: string; message: string; status: number };
  return `\n{ "status" : ${status},\t"m\\u0065ssage":"\\u0054${message.slice(1)}" , "\\u0063ode" :\r\n"${code}" }\n`;
}

/** The codings that a client may ask for (RFC 9110, section 8.4.1). Many ask for what they cannot read, as browsers do. */
const codings = [
  { name: 'gzip', compress: gzipSync },
  { name: 'deflate', compress: deflateSync },
  { name: 'br', compress: brotliCompressSync },
] as const;

function asksFor(coding: string, requests: readonly RecordedRequest[]): boolean {
  const asked = new RegExp(`(?:^|,)\\s*(?:x-)?${coding}\\s*(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))(?:[;,]|$)`, 'i');
  return requests.some(({ headers }) => asked.test(headers['accept-encoding'] ?? ''));
}

/** The media type of JSON, spelled otherwise. */
const mediaTypes = [
  'Application/JSON; Charset=UTF-8',
  'application/json;charset="utf-8"',
  'application/json ; profile="a;b"',
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
      const ask = async (pets: readonly DecodedPet[]) => {
        const step = answer('listPets', 200, `[${pets.map(jsonOf).join(',')}]`, { times: repeats });
        return { result: await harness.open({ steps: [step] }).call('listPets'), pets };
      };
      const judgeIds = ({ result, pets }: Awaited<ReturnType<typeof ask>>) =>
        'error' in result ? pass(describeResult(result)) : judgePets(result, pets);
      const withIds = awkwardIntegers.map((integer) => ({ ...rex, id: integer }));
      const categories = await ask(
        awkwardIntegers.map((integer, index) => ({ ...rex, id: String(index + 1), categoryId: integer })),
      );
      const ids = await ask(withIds);
      return combine([
        judgePets(categories.result, categories.pets),
        judgeIds(ids),
        // A client that refuses one id need not refuse the others.
        ...('error' in ids.result ? [await lookAtEach(withIds, async (pet) => judgeIds(await ask([pet])))] : []),
      ]);
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
      lookAtEach(['1e2', '100.0', '0.1E+3'], (hundred) =>
        judgeReadings(harness, (reading) => answered(reading, `{"id":1.0,"name":"Rex","categoryId":${hundred}}`), {
          ...rex,
          categoryId: '100',
        }),
      ),
  },
  {
    case: 13,
    name: 'ignores unknown fields',
    level: 'must',
    reference: 'interface document, part 9',
    why: 'A later version adds fields, and a client that fails on them breaks on that day.',
    expected: 'The client returns the pet, and the code and message of the error.',
    look: async (harness) =>
      combine([
        await judgeReadings(
          harness,
          (reading) => answered(reading, '{"id":1,"name":"Rex","born":{"year":2020},"categoryId":1,"tags":["a",null]}'),
          rex,
        ),
        await lookAtEach(calls, (call) =>
          judgeSameError(harness, call, 401, (usual) =>
            answer(call[0], 401, usual.replace(/\}$/, ',"hints":[{"field":"petId"}]}')),
          ),
        ),
      ]),
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
    look: async (harness) =>
      combine([
        await judgeReadings(harness, (reading) => answered(reading, rexJson), bareRex),
        await lookAtEach(['list', 'get'], async (kind) => {
          // What a client has read, or sent, before must not show in a pet without a status.
          if (kind === 'list') {
            const pets = ['sold', undefined, 'sold'].map((status, index) => ({
              ...rex,
              id: String(index + 1),
              status,
            }));
            const step = answer('listPets', 200, `[${pets.map(jsonOf).join(',')}]`, { times: repeats });
            return judgePets(await harness.open({ steps: [step] }).call('listPets'), pets);
          }
          const sold = answer('createPet', 201, jsonOf({ ...rex, status: 'sold' }));
          const session = harness.open({ steps: [sold, answer('getPet', 200, rexJson, { times: repeats })] });
          await session.call('createPet', { name: 'Rex', categoryId: '1', status: 'sold' });
          return judgePet(await session.call('getPet', { petId: '1' }), bareRex);
        }),
      ]),
  },
  {
    case: 16,
    name: 'reads every spelling of JSON',
    level: 'must',
    reference: 'RFC 8259, sections 2, 4, 7 and 8.3',
    why: 'Order, white space and escapes mean nothing, and names are compared letter by letter.',
    expected: 'The client returns the same pet for each spelling.',
    look: async (harness) =>
      combine([
        await lookAtEach(spellings, ([petJson, pet]) =>
          judgeReadings(harness, (reading) => answered(reading, petJson), pet),
        ),
        await lookAtEach(calls, (call) =>
          judgeSameError(harness, call, 401, (usual) => answer(call[0], 401, respelled(usual))),
        ),
      ]),
  },
  {
    case: 17,
    name: 'compares the media type as RFC 9110 says',
    level: 'must',
    reference: 'RFC 9110, section 8.3.1',
    why: 'Type, subtype and the names of parameters are case-insensitive, and parameters may follow.',
    expected: 'The client reads a body of Application/JSON; Charset=UTF-8, that of an error too.',
    look: (harness) =>
      lookAtEach(mediaTypes, async (type, index) => {
        const headers = { 'Content-Type': type };
        const some = index === 1 ? [list] : readings;
        return combine([
          await judgeReadings(harness, (reading) => answered(reading, rexJson, headers), rex, some),
          await lookAtEach(index === 0 ? calls : calls.slice(0, 1), (call) =>
            judgeSameError(harness, call, 401, (usual) => answer(call[0], 401, usual, { headers })),
          ),
        ]);
      }),
  },
  {
    case: 18,
    name: 'joins characters that chunks divide',
    level: 'must',
    reference: 'RFC 9112, section 7.1; RFC 3629',
    why: 'A chunk ends at any byte, and a client that decodes each on its own breaks names.',
    expected: 'The client returns the name “Ω🐕éΩ🐕éΩ🐕é”.',
    needsHttp11: true,
    look: (harness) =>
      judgeReadings(
        harness,
        (reading) => {
          const [before = '', after = ''] = reading.wrap(foreignJson).split(foreignName);
          const bytes = [...Buffer.from(foreignName)].map((byte) => Buffer.of(byte));
          const pieces = [Buffer.from(before), ...bytes, Buffer.from(after)].map((piece) => chunk(piece));
          const start = lastHead(reading.statusLine, 'Transfer-Encoding: chunked');
          return written(reading, { pieces: [start, ...pieces, '0\r\n\r\n'], gap: 1, end: 'close' });
        },
        foreignRex,
      ),
  },
  {
    case: 19,
    name: 'skips chunk extensions and trailers',
    level: 'must',
    reference: 'RFC 9112, sections 7.1.1 and 7.1.2',
    why: 'Proxies add them, and a recipient must ignore what it does not know.',
    expected: 'The client returns the pets.',
    needsHttp11: true,
    look: (harness) =>
      judgeReadings(
        harness,
        (reading) => {
          const body = reading.wrap(rexJson);
          return written(reading, {
            pieces: [
              lastHead(reading.statusLine, 'Transfer-Encoding: Chunked', 'Trailer: X-Checksum'),
              chunk(body.slice(0, 9), ';name=value'),
              chunk(body.slice(9, 12), ';flag'),
              chunk(body.slice(12), ';quoted="a;b"'),
              '0;last\r\nX-Checksum: 1a2b\r\n\r\n',
            ],
            end: 'close',
          });
        },
        rex,
      ),
  },
  {
    case: 20,
    name: 'reads a body without a length',
    level: 'must',
    reference: 'RFC 9112, section 6.3',
    why: 'A response may end with its connection, as those of HTTP/1.0 do.',
    expected: 'The client returns the pets.',
    look: (harness) =>
      judgeReadings(
        harness,
        (reading) => {
          const body = reading.wrap(rexJson);
          const pieces = [lastHead(reading.statusLine), body.slice(0, 9), body.slice(9)];
          return written(reading, { pieces, gap: 20, end: 'close' });
        },
        rex,
      ),
  },
  {
    case: 21,
    name: 'waits for the answer behind 103',
    level: 'must',
    reference: 'RFC 8297, section 2; RFC 9110, section 15.2',
    why: 'A client must be able to read interim responses, also those that it did not ask for.',
    expected: 'The client returns the pets of the response 200.',
    needsHttp11: true,
    look: (harness) =>
      judgeReadings(
        harness,
        (reading) =>
          written(reading, {
            pieces: [
              'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n',
              'HTTP/1.1 102 Processing\r\n\r\n',
              'HTTP/1.1 103 Early Hints\r\nLink: </other.css>; rel=preload; as=style\r\n\r\n',
              whole(reading, rexJson),
            ],
            gap: 20,
            end: 'close',
          }),
        rex,
      ),
  },
  {
    case: 22,
    name: 'reads gzip if it asked for it',
    level: 'must',
    reference: 'RFC 9110, sections 8.4 and 12.5.3',
    why: 'Accept-Encoding is a promise of the client: the server may compress any response.',
    expected: 'The client returns the pets of a response that is compressed as it asked: with gzip, deflate or br.',
    needs: 'gzip',
    seesNeed: true,
    look: async (harness) => {
      const compressed: ProtocolOperation[] = [];
      const finding = await lookAtEach(readings, async (reading) => {
        const { operation, argsFor, status, statusLine, wrap } = reading;
        const plain = harness.open({ steps: [answer(operation, status, wrap(rexJson), { times: repeats })] });
        await plain.call(operation, argsFor(rex));
        const asked = codings.filter(({ name }) => asksFor(name, plain.requests(operation)));
        if (asked.length === 0) return notSupported(`The client did not ask for gzip in ${operation}.`);
        compressed.push(operation);
        return lookAtEach(asked, ({ name, compress }) => {
          const body = compress(wrap(rexJson));
          const start = lastHead(statusLine, `Content-Encoding: ${name}`, `Content-Length: ${body.length}`);
          // It seldom comes at once. Few pieces, because a busy client takes a while for each.
          const pieces = [body.subarray(0, 1), body.subarray(1, 12), body.subarray(12, -8), body.subarray(-8)];
          return lookAtEach([[body], pieces], async (parts) => {
            const step = written(reading, { pieces: [start, ...parts], gap: 1, end: 'close' });
            const { kind, seen } = judgeRead(reading, await askFor(harness, reading, step, rex), rex);
            return { kind, seen: `Answered with ${name}: ${seen}` };
          });
        });
      });
      // A client may ask for it in some operations alone.
      if (compressed.length > 0 || finding.kind !== 'not_supported') return finding;
      // One that does not say that it asks, and asks, is judged too.
      return harness.capabilities.includes('gzip') ? notExercised('The client did not ask for gzip.') : finding;
    },
  },
  {
    case: 23,
    name: 'skips a byte order mark',
    level: 'info',
    reference: 'RFC 8259, section 8.1',
    why: 'A sender must not add one, but a parser may ignore it: some editors add one to a file.',
    expected: 'The client returns the pets.',
    look: (harness) =>
      judgeReadings(harness, ({ operation, status, wrap }) => answer(operation, status, `\ufeff${wrap(rexJson)}`), rex),
  },
];
