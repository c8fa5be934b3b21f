import type { RecordedRequest } from '@petstore/testing';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { CaseResponse } from '../harness/calls.ts';
import type { Trial } from '../harness/trial.ts';
import { notExercised, notSupported, type Observation, pass } from '../observation/observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { fails, failsAsPlain, obeys, returns } from '../player/expectations.ts';
import { playRows } from '../player/player.ts';
import { errorBody, lastJsonHead, petResponse, rawResponse } from '../player/responses.ts';
import { calls, list, type PetOperation, petOperations, rex, rexJson } from '../player/samples.ts';
import { rowFor } from './rows.ts';
import { rules } from './rules.ts';

/** The codings that a client may ask for (RFC 9110, section 8.4.1). Many clients copy the list of a browser, and cannot read all of the list. */
const codings = [
  { name: 'gzip', compress: gzipSync },
  { name: 'deflate', compress: deflateSync },
  { name: 'br', compress: brotliCompressSync },
] as const;

function asksFor(coding: string, requests: readonly RecordedRequest[]): boolean {
  const asked = new RegExp(`(?:^|,)\\s*(?:x-)?${coding}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))\\s*(?:[;,]|$)`, 'i');
  return requests.some(({ headers }) => asked.test(headers['accept-encoding'] ?? ''));
}

/** Spellings of a body in gzip: of its coding, and of its bytes. The last one has two members. */
const gzipSpellings: readonly (readonly [coding: string, compress: (body: string) => Uint8Array])[] = [
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
  ['gzip', (body) => Buffer.concat([gzipSync(body.slice(0, 9)), gzipSync(body.slice(9))])],
];

/** A body in gzip, which a client that decodes piece by piece has read in full before its last 200 bytes. JSON ignores the white space. */
const gzipped = gzipSync(
  list.wrap(rexJson) + Array.from({ length: 20_000 }, (_, index) => ' \t\r\n'[Math.floor(index ** 2.5) % 4]).join(''),
);

const cutGzip = gzipped.subarray(0, -200);

/** Responses whose gzip is broken: cut, with a length and without, and with a wrong checksum. */
const brokenGzip: readonly CaseResponse[] = [
  encodedResponse(200, 'gzip', [cutGzip]),
  rawResponse([lastJsonHead(200, 'Content-Encoding: gzip'), cutGzip], { gap: 1 }),
  encodedResponse(200, 'gzip', [Buffer.concat([gzipped.subarray(0, -8), Buffer.alloc(4), gzipped.subarray(-4)])]),
];

export const negotiationCases: readonly ConformanceCase[] = [
  {
    case: 22,
    name: 'reads gzip if it asks for it',
    level: 'must',
    reference: 'RFC 9110, sections 8.4 and 12.5.3',
    why: 'Accept-Encoding is a promise of the client: the server may compress any response.',
    expected:
      'The client returns the pets of a response that is compressed as it asked: with gzip, deflate or br. It reads a compressed error, too.',
    observe: observeCompressed,
  },
  {
    case: 62,
    name: 'refuses a broken body in gzip',
    level: 'should',
    reference: 'RFC 1951, section 3.2.3; RFC 1952, section 4',
    why: 'Without a Content-Length, the end of gzip is the only sign that the connection broke.',
    expected:
      'A client that asks for gzip fails if the end is missing, with the right Content-Length of what is sent or without one, or if the checksum is wrong.',
    requires: asksForGzip,
    rows: brokenGzip.map((response) => rowFor(list, { response, expect: fails })),
  },
  {
    case: 63,
    name: 'accepts JSON in its responses',
    level: 'should',
    reference: 'interface document, part 1; RFC 9110, sections 12.5.1 and 15.5.7',
    why: 'A server may answer 406 to a client that only accepts other media types.',
    expected: 'The client sends no Accept, or one that application/json matches.',
    rows: calls.map((call) => ({ call, expect: obeys(rules.accept) })),
  },
  {
    case: 81,
    name: 'reads every spelling of gzip',
    level: 'should',
    reference: 'RFC 9110, sections 8.4.1 and 8.4.1.3; RFC 1952, section 2.2',
    why: 'Content codings are case-insensitive, x-gzip means gzip, and a server that compresses piece by piece writes several members.',
    expected: 'A client that asks for gzip reads GZIP, x-gzip, and gzip in two members.',
    requires: asksForGzip,
    rows: gzipSpellings.map(([coding, compress]) => {
      const response = encodedResponse(200, coding, [compress(list.wrap(rexJson))]);
      return rowFor(list, { response, expect: returns(rex) });
    }),
  },
];

function encodedResponse(status: number, coding: string, pieces: readonly Uint8Array[]): CaseResponse {
  const { length } = Buffer.concat(pieces);
  const head = lastJsonHead(status, `Content-Encoding: ${coding}`, `Content-Length: ${length}`);
  return rawResponse([head, ...pieces], { gap: 1 });
}

async function asksForGzip(trial: Trial): Promise<Observation> {
  return asksFor('gzip', await sendPlain(trial, list)) ? pass('It asks for gzip.') : didNotAsk(trial, ' in listPets');
}

/** Says that a client did not ask for gzip. One that declares gzip has to ask for it. For the others, not asking is fine. */
function didNotAsk(trial: Trial, where = ''): Observation {
  const isDeclared = trial.run.capabilities.includes('gzip');
  return (isDeclared ? notExercised : notSupported)(`The client did not ask for gzip${where}.`);
}

/** Makes a call that gets a plain response. Returns its requests. */
async function sendPlain(trial: Trial, petOperation: PetOperation): Promise<readonly RecordedRequest[]> {
  const { operation, argsFor } = petOperation;
  const store = trial.open();
  await store.call(operation, argsFor(rex), { response: petResponse(petOperation, rexJson) });
  return store.requests(operation);
}

async function observeCompressed(trial: Trial): Promise<Observation> {
  const observation = await trial.observeEach(petOperations, async (petOperation) => {
    const { operation, status, wrap } = petOperation;
    const requests = await sendPlain(trial, petOperation);
    const asked = codings.filter(({ name }) => asksFor(name, requests));
    if (asked.length === 0) return notSupported(`The client did not ask for gzip in ${operation}.`);
    return trial.observeEach(asked, ({ name, compress }) => {
      const body = compress(wrap(rexJson));
      // A body rarely arrives at once. Send few pieces, because a busy client takes a while for each.
      const pieces = [body.subarray(0, 1), body.subarray(1, 12), body.subarray(12, -8), body.subarray(-8)];
      return playRows(trial, [
        ...[[body], pieces].map((parts) =>
          rowFor(petOperation, { response: encodedResponse(status, name, parts), expect: returns(rex) }),
        ),
        rowFor(petOperation, {
          response: encodedResponse(401, name, [compress(errorBody(401))]),
          expect: failsAsPlain(401),
        }),
      ]);
    });
  });
  // A client may ask for gzip in some operations only.
  return observation.kind === 'not_supported' ? didNotAsk(trial) : observation;
}
