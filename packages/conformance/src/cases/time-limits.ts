import type { RawResponse } from '@petstore/testing';
import type { ClientAnswer } from '../adapter/client-fixture.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness } from '../harness/harness.ts';
import { judgeError, judgePets } from '../judge.ts';
import { combine, observe, type Observation } from '../observation.ts';
import { repeats, write, writeHead, writeLastHead } from './answers.ts';
import { answerRaw, type PetOperation } from './pet-operations.ts';
import { observeEachReadable } from './prerequisites.ts';
import { rex, rexes, rexJson } from './sample-pets.ts';

/** How long a client may take for an answer that stops, in milliseconds. */
const shortTimeout = 600;

/**
 * How long a client may take for an answer that comes byte by byte, in milliseconds. It is much longer than the gap between two bytes.
 * Otherwise a busy machine could make the gap so long that a timeout ends which each byte renews.
 */
const trickleTimeout = 900;

/** The pause before each byte, in milliseconds. */
const gap = 50;

/** How long an answer takes that a client has to wait for, in milliseconds. It is longer than common fixed timeouts: 1, 2 and 3 s. */
const slowAnswer = 3_200;

/** How long a client waits: the cases 33 and 34. */
export const timeLimitCases: readonly ConformanceCase[] = [
  {
    case: 33,
    name: 'has a timeout for the body too',
    level: 'should',
    reference: 'protocol of the run: timeoutMs is for the whole exchange',
    why: 'Otherwise a server that stops after the head blocks the caller for ever.',
    expected: `The client fails within ${shortTimeout} ms. If it may wait for 5 s, it reads an answer that takes ${slowAnswer} ms.`,
    needs: 'timeout',
    run: async (harness) =>
      combine([
        await observeTimeouts(harness, shortTimeout, ({ statusLine, wrap }) => ({
          pieces: [writeHead(statusLine, 'Content-Length: 200'), wrap(rexJson).slice(0, 9)],
          end: 'stall',
        })),
        await observe(() =>
          observeHeadTimeout(harness, shortTimeout, { pieces: ['HTTP/1.1 200 OK\r\n'], end: 'stall' }),
        ),
        await observe(async () => {
          const slow = { operation: 'listPets', delay: slowAnswer } as const;
          return judgePets(await harness.open({ pets: rexes, steps: [slow] }).call('listPets'), [rex]);
        }),
      ]),
  },
  {
    case: 34,
    name: 'has one deadline for the whole answer',
    level: 'should',
    reference: 'protocol of the run: timeoutMs is for the whole exchange',
    why: 'A timeout that each byte renews may never end.',
    expected: `The client fails within ${trickleTimeout} ms, although bytes still come.`,
    needs: 'timeout',
    run: async (harness) =>
      combine([
        await observeTimeouts(harness, trickleTimeout, ({ statusLine, wrap }) => {
          const body = wrap(rexJson);
          const pieces = Array.from({ length: 60 }, (_, index) => body[index] ?? ' ');
          const start = writeLastHead(statusLine, `Content-Length: ${pieces.length}`);
          return { pieces: [start, ...pieces], gap, end: 'close' };
        }),
        await observe(() => {
          const fields = Array.from({ length: 80 }, (_, index) => `X-Slow-${index}: 1\r\n`);
          const pieces = ['HTTP/1.1 200 OK\r\n', ...fields, 'Connection: close\r\nContent-Length: 2\r\n\r\n[]'];
          return observeHeadTimeout(harness, trickleTimeout, { pieces, gap, end: 'close' });
        }),
      ]),
  },
];

/** Observes answers that do not end in time. */
function observeTimeouts(
  harness: Harness,
  timeoutMs: number,
  makeResponse: (petOperation: PetOperation) => RawResponse,
): Promise<Observation> {
  return observeEachReadable(harness, async (petOperation) => {
    const { operation, argsFor } = petOperation;
    const step = answerRaw(petOperation, makeResponse(petOperation));
    const session = harness.open({ steps: [{ ...step, times: repeats }] });
    return judgeTimeout(await session.call(operation, argsFor(rex), { timeoutMs }));
  });
}

/** Observes a list whose answer begins late, or has a slow head. */
async function observeHeadTimeout(harness: Harness, timeoutMs: number, raw: RawResponse): Promise<Observation> {
  const session = harness.open({ steps: [{ ...write('listPets', raw), times: repeats }] });
  return judgeTimeout(await session.call('listPets', {}, { timeoutMs }));
}

/** Judges whether a client gave up. It cannot know an error of the store, because there is no whole answer. */
function judgeTimeout(result: ClientAnswer): Observation {
  return judgeError(result, ({ kind, outcome }) => kind !== 'api' && outcome !== 'not_sent');
}
