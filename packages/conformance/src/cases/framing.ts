import type { CaseResponse } from '../harness/calls.ts';
import { judge, judgeBody, judgePets } from '../player/judge.ts';
import { notSupported } from '../observation/observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { doesNotWait, fails, failsWhere, returns } from '../player/expectations.ts';
import {
  chunkOf,
  errorBody,
  errorResponse,
  jsonHead,
  lastJsonHead,
  petResponse,
  rawResponse,
  textResponse,
} from '../player/responses.ts';
import { get, list, listCall, newRex, petOperations, rex, rexJson, toPetJson } from '../player/samples.ts';
import { creationRow, errorRows, returnedRows, rowFor } from './rows.ts';

/** A name of 24 bytes. Each byte is a chunk and a piece of its own: a client that keeps only some of the pieces loses bytes. */
const dividedName = 'Ω🐕é'.repeat(3);

const petWithDividedName = { ...rex, name: dividedName };

const chunked = ['Transfer-Encoding: Chunked', 'Trailer: X-Checksum'];

/** The client sends HEAD, and does not fail. */
const answersHead: Expectation = {
  judge({ result, sent }) {
    if (!sent.some(({ method }) => method === 'HEAD'))
      return notSupported('The adapter ignores the method of a request: it sent another than HEAD.');
    return judge(result, 'ok' in result);
  },
};

/** Invalid values of Content-Length, of one response each. N is the length of the body. */
const invalidLengths = [['Nx'], ['+N'], ['N, 99'], ['N', '99'], ['99', 'N']];

/** The client returns Rex, or fails before its timeout. */
const readsOrFailsAtOnce: Expectation = {
  isMetByFailing: true,
  judge(played) {
    const { result } = played;
    if ('error' in result && result.body === undefined) return doesNotWait.judge(played);
    const observation = judgePets(result, [rex]);
    return observation.kind === 'pass' ? judgeBody(result, list.wrap(rexJson)) : observation;
  },
};

export const framingCases: readonly ConformanceCase[] = [
  {
    case: 18,
    name: 'joins characters that chunks divide',
    level: 'must',
    reference: 'RFC 9112, section 7.1; RFC 3629',
    why: 'A chunk can end inside a character. A client that decodes each chunk on its own breaks names.',
    expected: 'The client returns the name “Ω🐕éΩ🐕éΩ🐕é”.',
    needsHttp11: true,
    rows: returnedRows(({ status, wrap }) => {
      const [before = '', after = ''] = wrap(toPetJson(petWithDividedName)).split(dividedName);
      const bytes = [...Buffer.from(dividedName)].map((byte) => Buffer.of(byte));
      const chunks = [Buffer.from(before), ...bytes, Buffer.from(after)].map((piece) => chunkOf(piece));
      return rawResponse([lastJsonHead(status, 'Transfer-Encoding: chunked'), ...chunks, '0\r\n\r\n'], { gap: 1 });
    }, petWithDividedName).map((row) => ({ ...row, options: { minTimeoutMs: 20_000 } })), // on a busy machine, each piece takes a while
  },
  {
    case: 19,
    name: 'skips chunk extensions and trailers',
    level: 'must',
    reference: 'RFC 9112, sections 7.1, 7.1.1 and 7.1.2',
    why: 'Proxies add them, and a recipient must ignore those that it does not know.',
    expected: 'The client returns the pets, and the code and message of the error.',
    needsHttp11: true,
    rows: [
      ...returnedRows(({ status, wrap }) => chunkedResponse(status, wrap(rexJson))),
      ...errorRows(chunkedResponse(401, errorBody(401))),
      // What is left of a trailer on a kept connection would begin the next response.
      {
        calls: [
          { call: listCall, response: rewritten(addTrailer, '200 with chunks and a trailer'), expect: returns(rex) },
          creationRow(newRex, returns(rex)),
        ],
      },
    ],
  },
  {
    case: 20,
    name: 'reads a body without a length',
    level: 'must',
    reference: 'RFC 9112, section 6.3',
    why: 'The end of the connection may end a response, as in HTTP/1.0.',
    expected: 'The client returns the pets, and the code and message of the error.',
    rows: [
      ...returnedRows(({ status, wrap }) => unframedResponse(status, wrap(rexJson))),
      ...errorRows(unframedResponse(401, errorBody(401))),
    ],
  },
  {
    case: 21,
    name: 'waits for the final response after 103',
    level: 'must',
    reference: 'RFC 8297, section 2; RFC 9110, section 15.2',
    why: 'A client must be able to read interim responses, even if it did not ask for them.',
    expected: 'The client returns the pets of the response 200.',
    needsHttp11: true,
    rows: returnedRows(({ status, wrap }) => {
      const body = wrap(rexJson);
      return rawResponse(
        [
          { statusLine: 'HTTP/1.1 103 Early Hints', fields: ['Link: </style.css>; rel=preload; as=style'] },
          { statusLine: 'HTTP/1.1 102 Processing', fields: [] },
          { statusLine: 'HTTP/1.1 103 Early Hints', fields: ['Link: </other.css>; rel=preload; as=style'] },
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
    why: 'A part that is valid JSON looks whole, so nobody notices what is missing.',
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
    why: 'The Content-Length of a response to HEAD is that of a body that is not sent.',
    expected: 'The client answers at once, and its next request works. It fails if the response to HEAD is an error.',
    needs: 'head',
    rows: [list, get].map((each) => ({
      calls: [
        rowFor(each, {
          // The header field describes the body that is not sent.
          response: petResponse(each, rexJson, { 'Content-Encoding': 'gzip' }),
          expect: answersHead,
          options: { method: 'HEAD', timeoutMs: 5_000 },
        }),
        rowFor(each, { response: petResponse(each, rexJson), expect: returns(rex) }),
        rowFor(each, { response: errorResponse(404), expect: failsWhere(() => true), options: { method: 'HEAD' } }),
      ],
    })),
  },
  {
    case: 87,
    name: 'refuses an invalid Content-Length',
    level: 'must',
    reference: 'RFC 9112, section 6.3',
    why: 'A client and a proxy that guess differently where the response ends take a part of one for the next.',
    expected: 'The client fails if Content-Length is no number, or if two of them differ.',
    rows: invalidLengths.map((lengths) => {
      const body = list.wrap(rexJson);
      const fields = lengths.map((length) => `Content-Length: ${length.replace('N', String(body.length))}`);
      return rowFor(list, { response: rawResponse([[jsonHead(200, ...fields), body]]), expect: fails });
    }),
  },
  {
    case: 88,
    name: 'prefers Transfer-Encoding to Content-Length',
    level: 'must',
    reference: 'RFC 9112, section 6.3',
    why: 'A client that counts the bytes of chunks takes the wrong ones for the body, and waits for more.',
    expected:
      'The client returns the pets of the chunks, or fails at once. It does not wait for the rest of Content-Length.',
    needsHttp11: true,
    rows: [
      {
        call: listCall,
        response: rewritten(addChunks, '200 with chunks and a longer Content-Length'),
        expect: readsOrFailsAtOnce,
        options: { timeoutMs: 5_000 },
      },
    ],
  },
  {
    case: 89,
    name: 'does not wait for the body of 204',
    level: 'info',
    reference: 'RFC 9112, section 6.3; RFC 9110, sections 8.6 and 15.3.5',
    why: 'A 204 ends with its head. Some servers write a Content-Length that they must not write.',
    expected: 'The client answers at once.',
    rows: [
      {
        call: listCall,
        response: {
          ...textResponse(204, ''),
          rewrite: (response) => response.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n'),
          description: '204 with Content-Length: 2',
        },
        expect: doesNotWait,
        options: { timeoutMs: 5_000 },
      },
    ],
  },
];

/** Makes a response whose body ends with the connection. */
function unframedResponse(status: number, body: string): CaseResponse {
  return rawResponse([lastJsonHead(status), body.slice(0, 9), body.slice(9)], { gap: 20 });
}

/** Makes the response to a list, which is changed when node:http writes it: the connection is kept. */
function rewritten(rewrite: (response: string) => string, description: string): CaseResponse {
  return { ...petResponse(list, rexJson), rewrite, description };
}

function chunkedResponse(status: number, body: string): CaseResponse {
  return rawResponse([lastJsonHead(status, ...chunked), ...inChunks(body)]);
}

/** Writes the body of a response in a chunk, and makes its length longer. */
function addChunks(response: string): string {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const longer = `Content-Length: ${body.length + 64}\r\nTransfer-Encoding: chunked`;
  return `${head.replace(/Content-Length: .*/, longer)}\r\n\r\n${chunkOf(body).toString()}0\r\n\r\n`;
}

function addTrailer(response: string): string {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return `${head.replace(/Content-Length: .*/, chunked.join('\r\n'))}\r\n\r\n${inChunks(body).join('')}`;
}

function inChunks(body: string): readonly (string | Uint8Array)[] {
  return [
    chunkOf(body.slice(0, 9), ';name=value'),
    chunkOf(body.slice(9, 12), ';flag'),
    chunkOf(body.slice(12), ';quoted="a;b"'),
    '0;last\r\nX-Checksum: 1a2b\r\n\r\n',
  ];
}
