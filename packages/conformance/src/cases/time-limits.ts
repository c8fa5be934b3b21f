import type { RawResponse } from '@petstore/testing';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Exchange, Expectation } from '../player/exchange.ts';
import type { Harness } from '../harness/harness.ts';
import { judgeError, judgePets } from '../judge.ts';
import type { Observation } from '../observation.ts';
import { listCall } from './calls.ts';
import { petOperations, type PetOperation } from './pet-operations.ts';
import { jsonHead, lastJsonHead } from './responses.ts';
import { rowFor } from './rows.ts';
import { rex, rexJson, storeWithRex } from './sample-pets.ts';

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

/** The client gives up. It cannot know an error of the store, because there is no whole response. */
const givesUp: Expectation = {
  isMetByFailing: true,
  judge: ({ result }) => judgeError(result, ({ kind, outcome }) => kind !== 'api' && outcome !== 'not_sent'),
};

/** How long a client waits: the cases 33 and 34. */
export const timeLimitCases: readonly ConformanceCase[] = [
  {
    case: 33,
    name: 'has a timeout for the body too',
    level: 'should',
    reference: 'protocol of the run: timeoutMs is for the whole exchange',
    why: 'Otherwise a server that stops after the head blocks the caller for ever.',
    expected: `The client fails within ${shortTimeout} ms. If it may wait for 5 s, it reads a response that takes ${slowResponse} ms.`,
    needs: 'timeout',
    exchanges: [
      ...timeoutRows(shortTimeout, ({ statusLine, wrap }) => ({
        pieces: [jsonHead(statusLine, 'Content-Length: 200'), wrap(rexJson).slice(0, 9)],
        end: 'stall',
      })),
      {
        call: listCall,
        response: { raw: { pieces: ['HTTP/1.1 200 OK\r\n'], end: 'stall' } },
        expect: givesUp,
        options: { timeoutMs: shortTimeout },
      },
    ],
    observe: observeSlowList,
  },
  {
    case: 34,
    name: 'has one deadline for the whole response',
    level: 'should',
    reference: 'protocol of the run: timeoutMs is for the whole exchange',
    why: 'A timeout that each byte renews may never end.',
    expected: `The client fails within ${trickleTimeout} ms, although bytes still come.`,
    needs: 'timeout',
    exchanges: [
      ...timeoutRows(trickleTimeout, ({ statusLine, wrap }) => {
        const body = wrap(rexJson);
        const pieces = Array.from({ length: 60 }, (_, index) => body[index] ?? ' ');
        return { pieces: [lastJsonHead(statusLine, `Content-Length: ${pieces.length}`), ...pieces], gap, end: 'close' };
      }),
      {
        call: listCall,
        response: { raw: { pieces: slowHead, gap, end: 'close' } },
        expect: givesUp,
        options: { timeoutMs: trickleTimeout },
      },
    ],
  },
];

/** Makes a row for each operation: its response does not end in time, and the client must give up. */
function timeoutRows(
  timeoutMs: number,
  makeResponse: (petOperation: PetOperation) => RawResponse,
): readonly Exchange[] {
  return petOperations.map((each) =>
    rowFor(each, { response: { raw: makeResponse(each) }, expect: givesUp, options: { timeoutMs } }),
  );
}

/** Observes a list that takes its time, and is in time. */
async function observeSlowList(harness: Harness): Promise<Observation> {
  const slow = { operation: 'listPets', delay: slowResponse } as const;
  return judgePets(await harness.open({ ...storeWithRex, steps: [slow] }).call('listPets'), [rex]);
}
