import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult, judgeError, judgePets } from '../judge.ts';
import { mismatch, notSupported, observeEach } from '../observation.ts';
import { answer, repeats, writeChunk, writeHead, writeLastHead } from './answers.ts';
import {
  answerRaw,
  askFor,
  judgeReturned,
  list,
  observeReads,
  type PetOperation,
  petOperations,
} from './pet-operations.ts';
import { observeEachReadable } from './prerequisites.ts';
import { rex, rexJson, toPetJson } from './sample-pets.ts';

/** A name of 24 bytes. Each byte is sent alone, in a chunk. So many pieces show a client that keeps only some of them. */
const dividedName = 'Ω🐕é'.repeat(3);

/** How long a client may take to read these pieces, in milliseconds. A client on a busy machine takes a while for each. */
const piecesTimeout = 20_000;

/** Answers with these pieces and closes the connection. The client must fail. */
async function observeFailure(harness: Harness, petOperation: PetOperation, pieces: readonly (string | Uint8Array)[]) {
  return judgeError(await askFor(harness, petOperation, answerRaw(petOperation, { pieces, end: 'close' }), rex));
}

/** Where a body ends (RFC 9112, section 6): the cases 18 to 21, 31, 32 and 44. */
export const framingCases: readonly ConformanceCase[] = [
  {
    case: 18,
    name: 'joins characters that chunks divide',
    level: 'must',
    reference: 'RFC 9112, section 7.1; RFC 3629',
    why: 'A chunk can end inside a character. A client that decodes each chunk on its own breaks names.',
    expected: 'The client returns the name “Ω🐕éΩ🐕éΩ🐕é”.',
    needsHttp11: true,
    run: (harness) =>
      observeEach(petOperations, async (petOperation) => {
        const pet = { ...rex, name: dividedName };
        const [before = '', after = ''] = petOperation.wrap(toPetJson(pet)).split(dividedName);
        const bytes = [...Buffer.from(dividedName)].map((byte) => Buffer.of(byte));
        const chunks = [Buffer.from(before), ...bytes, Buffer.from(after)].map((piece) => writeChunk(piece));
        const head = writeLastHead(petOperation.statusLine, 'Transfer-Encoding: chunked');
        const step = answerRaw(petOperation, { pieces: [head, ...chunks, '0\r\n\r\n'], gap: 1, end: 'close' });
        const result = await askFor(harness, petOperation, step, pet, { timeoutMs: piecesTimeout });
        return judgeReturned(petOperation, result, pet);
      }),
  },
  {
    case: 19,
    name: 'skips chunk extensions and trailers',
    level: 'must',
    reference: 'RFC 9112, sections 7.1.1 and 7.1.2',
    why: 'Proxies add them, and a recipient must ignore those that it does not know.',
    expected: 'The client returns the pets.',
    needsHttp11: true,
    run: (harness) =>
      observeReads(
        harness,
        (petOperation) => {
          const body = petOperation.wrap(rexJson);
          return answerRaw(petOperation, {
            pieces: [
              writeLastHead(petOperation.statusLine, 'Transfer-Encoding: Chunked', 'Trailer: X-Checksum'),
              writeChunk(body.slice(0, 9), ';name=value'),
              writeChunk(body.slice(9, 12), ';flag'),
              writeChunk(body.slice(12), ';quoted="a;b"'),
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
    why: 'The end of the connection may end a response, as in HTTP/1.0.',
    expected: 'The client returns the pets.',
    run: (harness) =>
      observeReads(
        harness,
        (petOperation) => {
          const body = petOperation.wrap(rexJson);
          const pieces = [writeLastHead(petOperation.statusLine), body.slice(0, 9), body.slice(9)];
          return answerRaw(petOperation, { pieces, gap: 20, end: 'close' });
        },
        rex,
      ),
  },
  {
    case: 21,
    name: 'waits for the final response after 103',
    level: 'must',
    reference: 'RFC 8297, section 2; RFC 9110, section 15.2',
    why: 'A client must be able to read interim responses, even if it did not ask for them.',
    expected: 'The client returns the pets of the response 200.',
    needsHttp11: true,
    run: (harness) =>
      observeReads(
        harness,
        (petOperation) => {
          const body = petOperation.wrap(rexJson);
          return answerRaw(petOperation, {
            pieces: [
              'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n',
              'HTTP/1.1 102 Processing\r\n\r\n',
              'HTTP/1.1 103 Early Hints\r\nLink: </other.css>; rel=preload; as=style\r\n\r\n',
              `${writeLastHead(petOperation.statusLine, `Content-Length: ${body.length}`)}${body}`,
            ],
            gap: 20,
            end: 'close',
          });
        },
        rex,
      ),
  },
  {
    case: 31,
    name: 'refuses a truncated body',
    level: 'must',
    reference: 'RFC 9112, sections 6.3 and 8',
    why: 'Half of a list looks like a short list, so nobody notices the missing pets.',
    expected: 'The client fails, even if the part that arrived is valid JSON.',
    run: (harness) =>
      observeEachReadable(harness, async (petOperation) => {
        const body = petOperation.wrap(rexJson);
        const head = writeHead(petOperation.statusLine, `Content-Length: ${body.length + 64}`);
        return observeEach([body, body.slice(0, body.length / 2)], (sent) =>
          observeFailure(harness, petOperation, [head, sent]),
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
    run: (harness) =>
      observeEachReadable(harness, async (petOperation) => {
        const body = petOperation.wrap(rexJson);
        const head = writeHead(petOperation.statusLine, 'Transfer-Encoding: chunked');
        return observeEach([writeChunk(body), `${(body.length + 10).toString(16)}\r\n${body}`], (lastPiece) =>
          observeFailure(harness, petOperation, [head, lastPiece]),
        );
      }),
  },
  {
    case: 44,
    name: 'does not wait for the body of HEAD',
    level: 'must',
    reference: 'RFC 9110, section 9.3.2; RFC 9112, section 6.3',
    why: 'The Content-Length of a response to HEAD is that of a body that is not sent.',
    expected: 'The client answers at once, and its next request works.',
    needs: 'head',
    run: async (harness) => {
      const headers = { 'Content-Encoding': 'gzip' }; // describes the body that is not sent
      const session = harness.open({
        steps: [
          answer('listPets', 200, list.wrap(rexJson), { headers }),
          answer('listPets', 200, list.wrap(rexJson), { times: repeats }),
        ],
      });
      const result = await session.call('listPets', {}, { method: 'HEAD', timeoutMs: 2_000 });
      if (!session.requests().some(({ method }) => method === 'HEAD'))
        return notSupported('The adapter ignores the method of a request: it sent another than HEAD.');
      if ('error' in result) return mismatch(describeResult(result));
      return judgePets(await session.call('listPets'), [rex]);
    },
  },
];
