import { judge } from '../judge.ts';
import { notSupported } from '../observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { fails, returns } from '../player/expectations.ts';
import { get, list, petOperations } from '../player/pet-operations.ts';
import {
  chunkOf,
  errorBody,
  type Head,
  jsonHead,
  lastJsonHead,
  petResponse,
  rawResponse,
  unauthorizedHead,
} from '../player/responses.ts';
import { rex, rexJson, toPetJson } from '../player/samples.ts';
import { errorRows, returnedRows, rowFor } from './rows.ts';

/** A name of 24 bytes. Each byte is a chunk and a piece of its own: a client that keeps only some of the pieces loses bytes. */
const dividedName = 'Ω🐕é'.repeat(3);

const petWithDividedName = { ...rex, name: dividedName };

/** How long a client may take at least for the pieces of case 18, in milliseconds. On a busy machine, each piece takes a while. */
const piecesTimeout = 20_000;

/** The header fields of a response with chunks and a trailer. */
const chunked = ['Transfer-Encoding: Chunked', 'Trailer: X-Checksum'];

/** The client sends HEAD, and does not fail. */
const answersHead: Expectation = {
  judge({ result, sent }) {
    if (!sent.some(({ method }) => method === 'HEAD'))
      return notSupported('The adapter ignores the method of a request: it sent another than HEAD.');
    return judge(result, 'ok' in result);
  },
};

/** Where a body ends (RFC 9112, section 6): the cases 18 to 21, 31, 32 and 44. */
export const framingCases: readonly ConformanceCase[] = [
  {
    case: 18,
    name: 'joins characters that chunks divide',
    level: 'must',
    reference: 'RFC 9112, section 7.1; RFC 3629',
    clause: 'A recipient MUST be able to parse and decode the chunked transfer coding.',
    why: 'A chunk can end inside a character. A client that decodes each chunk on its own breaks names.',
    expected: 'The client returns the name “Ω🐕éΩ🐕éΩ🐕é”.',
    needsHttp11: true,
    rows: petOperations.map((each) => {
      const [before = '', after = ''] = each.wrap(toPetJson(petWithDividedName)).split(dividedName);
      const bytes = [...Buffer.from(dividedName)].map((byte) => Buffer.of(byte));
      const chunks = [Buffer.from(before), ...bytes, Buffer.from(after)].map((piece) => chunkOf(piece));
      const head = lastJsonHead(each.status, 'Transfer-Encoding: chunked');
      const row = {
        response: rawResponse([head, ...chunks, '0\r\n\r\n'], { gap: 1 }),
        expect: returns(petWithDividedName),
        options: { minTimeoutMs: piecesTimeout },
      };
      return rowFor(each, row, petWithDividedName);
    }),
  },
  {
    case: 19,
    name: 'skips chunk extensions and trailers',
    level: 'must',
    reference: 'RFC 9112, sections 7.1.1 and 7.1.2',
    clause: 'A recipient MUST ignore unrecognized chunk extensions.',
    why: 'Proxies add them, and a recipient must ignore those that it does not know.',
    expected: 'The client returns the pets, and the code and message of the error.',
    needsHttp11: true,
    rows: [
      ...returnedRows(({ status, wrap }) =>
        rawResponse([lastJsonHead(status, ...chunked), ...inChunks(wrap(rexJson))]),
      ),
      ...errorRows(rawResponse([unauthorizedHead(...chunked), ...inChunks(errorBody(401))])),
    ],
  },
  {
    case: 20,
    name: 'reads a body without a length',
    level: 'must',
    reference: 'RFC 9112, section 6.3',
    clause:
      'the message body length is determined by the number of octets received prior to the server closing the connection',
    why: 'The end of the connection may end a response, as in HTTP/1.0.',
    expected: 'The client returns the pets, and the code and message of the error.',
    rows: [
      ...returnedRows(({ status, wrap }) => {
        const body = wrap(rexJson);
        return rawResponse([lastJsonHead(status), body.slice(0, 9), body.slice(9)], { gap: 20 });
      }),
      ...errorRows(rawResponse([unauthorizedHead(), errorBody(401).slice(0, 9), errorBody(401).slice(9)], { gap: 20 })),
    ],
  },
  {
    case: 21,
    name: 'waits for the final response after 103',
    level: 'must',
    reference: 'RFC 8297, section 2; RFC 9110, section 15.2',
    clause: 'A client MUST be able to parse one or more 1xx responses received prior to a final response',
    why: 'A client must be able to read interim responses, even if it did not ask for them.',
    expected: 'The client returns the pets of the response 200.',
    needsHttp11: true,
    rows: returnedRows(({ status, wrap }) => {
      const body = wrap(rexJson);
      return rawResponse(
        [
          earlyHints('Link: </style.css>; rel=preload; as=style'),
          { statusLine: 'HTTP/1.1 102 Processing', fields: [] },
          earlyHints('Link: </other.css>; rel=preload; as=style'),
          [lastJsonHead(status, `Content-Length: ${body.length}`), body],
        ],
        { gap: 20 },
      );
    }),
  },
  {
    case: 31,
    name: 'refuses a truncated body',
    level: 'must',
    reference: 'RFC 9112, sections 6.3 and 8',
    clause: 'A client that receives an incomplete response message … MUST record the message as incomplete.',
    why: 'Half of a list looks like a short list, so nobody notices the missing pets.',
    expected: 'The client fails, even if the part that arrived is valid JSON.',
    rows: petOperations.flatMap((each) => {
      const body = each.wrap(rexJson);
      const head = jsonHead(each.status, `Content-Length: ${body.length + 64}`);
      return [body, body.slice(0, body.length / 2)].map((sent) =>
        rowFor(each, { response: rawResponse([head, sent]), expect: fails }),
      );
    }),
  },
  {
    case: 32,
    name: 'refuses a chunked body without its last chunk',
    level: 'must',
    reference: 'RFC 9112, sections 7.1 and 8',
    clause:
      'A message body that uses the chunked transfer coding is incomplete if the zero-sized chunk that terminates the encoding has not been received.',
    why: 'Without the last chunk, nobody knows whether more was to come.',
    expected: 'The client fails, even if the part that arrived is valid JSON.',
    needsHttp11: true,
    rows: petOperations.flatMap((each) => {
      const body = each.wrap(rexJson);
      const head = jsonHead(each.status, 'Transfer-Encoding: chunked');
      return [chunkOf(body), `${(body.length + 10).toString(16)}\r\n${body}`].map((lastPiece) =>
        rowFor(each, { response: rawResponse([head, lastPiece]), expect: fails }),
      );
    }),
  },
  {
    case: 44,
    name: 'does not wait for the body of HEAD',
    level: 'must',
    reference: 'RFC 9110, section 9.3.2; RFC 9112, section 6.3',
    clause: 'Any response to a HEAD request … is always terminated by the first empty line after the header fields',
    why: 'The Content-Length of a response to HEAD is that of a body that is not sent.',
    expected: 'The client answers at once, and its next request works.',
    needs: 'head',
    rows: [list, get].map((each) => ({
      calls: [
        {
          call: [each.operation, each.argsFor(rex)],
          // The header field describes the body that is not sent.
          response: petResponse(each, rexJson, { 'Content-Encoding': 'gzip' }),
          expect: answersHead,
          options: { method: 'HEAD', timeoutMs: 5_000 },
        },
        rowFor(each, { response: petResponse(each, rexJson), expect: returns(rex) }),
      ],
    })),
  },
];

/** Writes a body in chunks with extensions, and a trailer. */
function inChunks(body: string): readonly (string | Uint8Array)[] {
  return [
    chunkOf(body.slice(0, 9), ';name=value'),
    chunkOf(body.slice(9, 12), ';flag'),
    chunkOf(body.slice(12), ';quoted="a;b"'),
    '0;last\r\nX-Checksum: 1a2b\r\n\r\n',
  ];
}

function earlyHints(field: string): Head {
  return { statusLine: 'HTTP/1.1 103 Early Hints', fields: [field] };
}
