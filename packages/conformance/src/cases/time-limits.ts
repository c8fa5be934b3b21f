import type { CaseResponse } from '../harness/calls.ts';
import { judgeError } from '../player/judge.ts';
import { mismatch, notExercised, pass } from '../observation/observation.ts';
import type { ConformanceCase, Exchange, Expectation, Row } from '../player/conformance-case.ts';
import { returnsList } from '../player/expectations.ts';
import { countSent } from '../player/requests.ts';
import { errorBody, jsonHead, lastJsonHead, rawResponse, redirectTo, textResponse } from '../player/responses.ts';
import { listCall, type PetOperation, petOperations, rex, rexJson, storeWithRex } from '../player/samples.ts';
import { isClosedWithin } from './connections.ts';
import { rowFor } from './rows.ts';

/** How long a client may take for a response that stops, in milliseconds. */
const shortTimeout = 600;

/**
 * How long a client may take for a response that comes byte by byte, in milliseconds. If the gap were not much shorter, a stalled
 * machine could trip even an idle timeout, and the wrong client would pass.
 */
const trickleTimeout = 900;

/** The pause before each byte, in milliseconds. */
const gap = 50;

/** How long a response takes that a client has to wait for, in milliseconds. It is longer than common fixed timeouts: 1, 2 and 3 s. */
const slowResponse = 3_200;

/** The pieces of a response whose head takes longer than the client may take. */
const slowHead = [
  'HTTP/1.1 200 OK\r\n',
  ...Array.from({ length: 80 }, (_, index) => `X-Slow-${index}: 1\r\n`),
  'Connection: close\r\nContent-Length: 2\r\n\r\n[]',
];

/** How long the connection of a call that has failed may stay open, in milliseconds. */
const closeTime = 1_000;

/** A call that meets one response after another, and the time from the first request to its failure, in milliseconds. */
const attempts = { timeoutMs: 1_500, firstResponse: 1_200, max: 2_200 };

const stalledHead: CaseResponse = {
  raw: { pieces: ['HTTP/1.1 200 OK\r\n'], end: 'stall' },
  description: '200, then a stall',
};

/** The client gives up. It cannot know an error of the store, because there is no whole response. */
const givesUp: Expectation = {
  isMetByFailing: true,
  judge({ result }) {
    const observation = judgeError(result, ({ kind, outcome }) => kind !== 'api' && outcome !== 'not_sent');
    if (observation.kind !== 'pass' || !('error' in result) || result.error.kind !== 'transport') return observation;
    return notExercised(`${observation.seen} No connection broke: a timeout is an error of kind timeout.`);
  },
};

/** The client gives up, and ends the exchange. */
const endsExchange: Expectation = {
  isMetByFailing: true,
  async judge(played) {
    const observation = await givesUp.judge(played);
    if (observation.kind !== 'pass' || (await isClosedWithin(closeTime, played.connection))) return observation;
    return mismatch(`${observation.seen} The exchange goes on: its connection is open ${closeTime} ms later.`);
  },
};

/** If the client sends a second request, it gives up, and at most this many milliseconds after the first request. */
function givesUpLater(max: number): Expectation {
  return {
    isMetByFailing: true,
    judge(played) {
      const { call, sent, store } = played;
      if (countSent(store, call[0]) < 2) return pass('It sent one request.');
      const milliseconds = Date.now() - Date.parse(sent[0]?.time ?? '');
      return milliseconds < max ? givesUp.judge(played) : mismatch(`It failed only after ${milliseconds} ms.`);
    },
  };
}

const cases: readonly ConformanceCase[] = [
  {
    case: 33,
    name: 'has a timeout for the body too',
    level: 'should',
    reference:
      'protocol of the run: the client has a setting for a timeout, and it is set to timeoutMs; RFC 9112, section 9.5',
    why: 'Otherwise a server that stops after the head blocks the caller for ever, or keeps a connection and the work of the server.',
    expected: `The client fails within ${shortTimeout} ms, also behind a redirect, and ends the exchange. If it may wait for 5 s, it reads a response that takes ${slowResponse} ms.`,
    rows: [
      ...timeoutRows(
        shortTimeout,
        ({ status, wrap }) =>
          rawResponse([jsonHead(status, 'Content-Length: 200'), wrap(rexJson).slice(0, 9)], { end: 'stall' }),
        endsExchange,
      ),
      { call: listCall, response: stalledHead, expect: endsExchange, options: { timeoutMs: shortTimeout } },
      secondAttempt(shortTimeout, redirectTo(307, 'pets')),
      {
        call: listCall,
        response: { delay: slowResponse, description: `as usual, after ${slowResponse} ms` },
        expect: returnsList([rex]),
      },
    ],
  },
  {
    case: 34,
    name: 'has one deadline for the whole call',
    level: 'info',
    reference: 'protocol of the run: the client has a setting for a timeout, and it is set to timeoutMs',
    why: 'Some timeouts are for the whole call. Others are for one attempt, or for a time without a byte: each byte renews them. This case tells which kind it is. A timeout that does not end even if nothing comes is case 33.',
    expected: `The client fails within ${trickleTimeout} ms, although a byte comes every ${gap} ms. A second attempt does not make it wait longer.`,
    rows: [
      ...timeoutRows(trickleTimeout, ({ status, wrap }) => {
        const body = wrap(rexJson);
        const pieces = Array.from({ length: 60 }, (_, index) => body[index] ?? ' ');
        return rawResponse([lastJsonHead(status, `Content-Length: ${pieces.length}`), ...pieces], { gap });
      }),
      {
        call: listCall,
        response: {
          raw: { pieces: slowHead, gap, end: 'close' },
          description: '200, with 80 header fields one by one',
        },
        expect: givesUp,
        options: { timeoutMs: trickleTimeout },
      },
      secondAttempt(
        attempts.timeoutMs,
        { ...textResponse(503, errorBody(503), { 'Retry-After': '0' }), delay: attempts.firstResponse },
        attempts.max,
      ),
    ],
  },
];

export const timeLimitCases = cases.map((each) => ({ ...each, needs: 'timeout', isTimed: true }) as const);

/** Makes a row in which the client may send a second request: that gets a head and nothing more. */
function secondAttempt(timeoutMs: number, first: CaseResponse, max = Infinity): Row {
  return {
    store: { ...storeWithRex, responses: { listPets: stalledHead } },
    call: listCall,
    response: { ...first, times: 1 },
    expect: givesUpLater(max),
    options: { timeoutMs },
  };
}

/** Makes a row for each operation: its response does not end in time, and the client must give up. */
function timeoutRows(
  timeoutMs: number,
  makeResponse: (petOperation: PetOperation) => CaseResponse,
  expect = givesUp,
): readonly Exchange[] {
  return petOperations.map((each) => rowFor(each, { response: makeResponse(each), expect, options: { timeoutMs } }));
}
