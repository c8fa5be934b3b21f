import type { OperationName } from '@petstore/http';
import type { RecordedRequest } from '@petstore/testing';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ConformanceCase } from '../conformance-case.ts';
import { failsAsPlain, obeys, returns } from '../player/expectations.ts';
import type { CaseResponse, Exchange } from '../player/exchange.ts';
import { playExchanges } from '../player/player.ts';
import type { Harness } from '../harness/harness.ts';
import { notExercised, notSupported, type Observation } from '../observation.ts';
import { calls } from './calls.ts';
import { list, petOperations } from './pet-operations.ts';
import { errorBody, forEver, lastJsonHead, petResponse, step, unauthorizedHead } from './responses.ts';
import { rowFor } from './rows.ts';
import { rules } from './rules.ts';
import { rex, rexJson } from './sample-pets.ts';

/** The codings that a client may ask for (RFC 9110, section 8.4.1). Many clients copy the list of a browser, and cannot read all of the list. */
const codings = [
  { name: 'gzip', compress: gzipSync },
  { name: 'deflate', compress: deflateSync },
  { name: 'br', compress: brotliCompressSync },
] as const;

function asksFor(coding: string, requests: readonly RecordedRequest[]): boolean {
  const asked = new RegExp(`(?:^|,)\\s*(?:x-)?${coding}\\s*(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))(?:[;,]|$)`, 'i');
  return requests.some(({ headers }) => asked.test(headers['accept-encoding'] ?? ''));
}

/** What a client asks for: the cases 22, 63 and 81. */
export const negotiationCases: readonly ConformanceCase[] = [
  {
    case: 22,
    name: 'reads gzip if it asks for it',
    level: 'must',
    reference: 'RFC 9110, sections 8.4 and 12.5.3',
    clause: 'what decoding mechanisms have to be applied in order to obtain data in the media type',
    why: 'Accept-Encoding is a promise of the client: the server may compress any response.',
    expected:
      'The client returns the pets of a response that is compressed as it asked: with gzip, deflate or br. It reads a compressed error, too.',
    observe: observeCompressed,
  },
  {
    case: 63,
    name: 'accepts JSON in its responses',
    level: 'should',
    reference: 'interface document, part 1; RFC 9110, sections 12.5.1 and 15.5.7',
    why: 'A server may answer 406 to a client that only accepts other media types.',
    expected: 'The client sends no Accept, or one that application/json matches.',
    exchanges: calls.map((call) => ({ call, expect: obeys(rules.accept) })),
  },
  {
    case: 81,
    name: 'reads every spelling of gzip',
    level: 'should',
    reference: 'RFC 9110, sections 8.4.1 and 8.4.1.3; RFC 1952, section 2.2',
    why: 'Content codings are case-insensitive, x-gzip means gzip, and a server that compresses piece by piece writes several members.',
    expected: 'A client that asks for gzip reads GZIP, x-gzip, and gzip in two members.',
    observe: observeSpellings,
  },
];

/** Spellings of a body in gzip: of its coding, and of its bytes. The last one has two members. */
const spellings: readonly (readonly [coding: string, compress: (body: string) => Uint8Array])[] = [
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
  ['gzip', (body) => Buffer.concat([gzipSync(body.slice(0, 9)), gzipSync(body.slice(9))])],
];

/** Observes lists that are compressed with gzip in less usual ways, if the client asks for gzip. */
async function observeSpellings(harness: Harness): Promise<Observation> {
  const plain = harness.open({ steps: [step('listPets', petResponse(list, rexJson), forEver)] });
  await plain.call('listPets');
  if (!asksFor('gzip', plain.requests('listPets'))) return describeUnasked(harness, 'listPets');
  return harness.observeEach(spellings, ([coding, compress]) => {
    const body = compress(list.wrap(rexJson));
    const head = lastJsonHead(list.statusLine, `Content-Encoding: ${coding}`, `Content-Length: ${body.length}`);
    const rows = [rowFor(list, { response: inPieces(head, body), expect: returns(rex) })];
    return playExchanges(harness, rows);
  });
}

/** A client that declares gzip has to ask for it. For the others, not asking is fine. */
function describeUnasked({ capabilities }: Harness, operation: OperationName): Observation {
  const seen = `The client did not ask for gzip in ${operation}.`;
  return capabilities.includes('gzip') ? notExercised(seen) : notSupported(seen);
}

/** Makes a response that is written in these pieces. */
function inPieces(...pieces: readonly (string | Uint8Array)[]): CaseResponse {
  return { raw: { pieces, gap: 1, end: 'close' } };
}

/** Observes the responses that are compressed as the client asked. */
async function observeCompressed(harness: Harness): Promise<Observation> {
  const compressed: OperationName[] = [];
  const observation = await harness.observeEach(petOperations, async (petOperation) => {
    const { operation, argsFor, statusLine, wrap } = petOperation;
    const plain = harness.open({ steps: [step(operation, petResponse(petOperation, rexJson), forEver)] });
    await plain.call(operation, argsFor(rex));
    const asked = codings.filter(({ name }) => asksFor(name, plain.requests(operation)));
    if (asked.length === 0) return notSupported(`The client did not ask for gzip in ${operation}.`);
    compressed.push(operation);
    return harness.observeEach(asked, ({ name, compress }) => {
      const body = compress(wrap(rexJson));
      const fields = (bytes: Uint8Array) => [`Content-Encoding: ${name}`, `Content-Length: ${bytes.length}`] as const;
      const start = lastJsonHead(statusLine, ...fields(body));
      // A body rarely arrives at once. Send few pieces, because a busy client takes a while for each.
      const pieces = [body.subarray(0, 1), body.subarray(1, 12), body.subarray(12, -8), body.subarray(-8)];
      const error = compress(errorBody(401));
      const rows: readonly Exchange[] = [
        ...[[body], pieces].map((parts) =>
          rowFor(petOperation, { response: inPieces(start, ...parts), expect: returns(rex) }),
        ),
        rowFor(petOperation, {
          response: inPieces(unauthorizedHead(...fields(error)), error),
          expect: failsAsPlain(401),
        }),
      ];
      return playExchanges(harness, rows);
    });
  });
  // A client may ask for gzip in some operations only.
  if (compressed.length > 0 || observation.kind !== 'not_supported') return observation;
  // A client that declares gzip has to ask for it. For the others, not asking is fine.
  return harness.capabilities.includes('gzip') ? notExercised('The client did not ask for gzip.') : observation;
}
