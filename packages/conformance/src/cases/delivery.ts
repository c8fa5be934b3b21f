import { setTimeout as pause } from 'node:timers/promises';
import type { RawResponse } from '@petstore/testing';
import type { ConformanceCase } from '../conformance-case.ts';
import { combine, deviation, lookAtEach, lookOnce, notSupported, pass, type Finding } from '../finding.ts';
import type { ClientAnswer } from '../connected-client.ts';
import type { Harness } from '../harness.ts';
import { describeResult, judgeError, judgePets } from '../judge.ts';
import { withClosedPort } from './closed-port.ts';
import { cannotRead } from './prerequisites.ts';
import { answered, askFor, judgeReadings, readings, written, type Reading } from './readings.ts';
import {
  answer,
  calls,
  chunk,
  errorBody,
  head,
  lastHead,
  newRex,
  repeats,
  rex,
  rexes,
  rexJson,
  write,
} from './replies.ts';

const listJson = `[${rexJson}]`;

/** How long a client may take if the answer never ends, in milliseconds. */
const shortTimeout = 600;

/** How many open connections are too many after fifty errors. */
const mostOpen = 25;

/** How long an answer takes that a client may wait for, in milliseconds. It is longer than timeouts that are often fixed: 1, 2 and 3 s. */
const slowAnswer = 3_200;

/** Looks at answers that do not come to their end in time. */
function givesUpInTime(harness: Harness, rawOf: (reading: Reading) => RawResponse): Promise<Finding> {
  return lookAtEach(readings, async (reading) => {
    const unable = await cannotRead(harness, reading);
    if (unable !== undefined) return unable;
    const { operation, argsFor } = reading;
    const session = harness.open({ steps: [{ ...written(reading, rawOf(reading)), times: repeats }] });
    return judgeTimeout(await session.call(operation, argsFor(rex), { timeoutMs: shortTimeout }));
  });
}

/** Judges whether a client gave up. It was sent something, and there is no whole answer. */
function judgeTimeout(result: ClientAnswer): Finding {
  return judgeError(result, ({ kind, outcome }) => kind !== 'api' && outcome !== 'not_sent');
}

/** Looks at a list whose answer begins late, or with a slow head. */
async function givesUpAtHead(harness: Harness, raw: RawResponse): Promise<Finding> {
  const session = harness.open({ steps: [{ ...write('listPets', raw), times: repeats }] });
  return judgeTimeout(await session.call('listPets', {}, { timeoutMs: shortTimeout }));
}

/** How an answer arrives, or does not: the cases 31 to 35 and 43 to 45. */
export const deliveryCases: readonly ConformanceCase[] = [
  {
    case: 31,
    name: 'refuses a truncated body',
    level: 'must',
    reference: 'RFC 9112, sections 6.3 and 8',
    why: 'Half of a list looks like a short list, so nobody notices the missing pets.',
    expected: 'The client fails, also if what arrived is JSON.',
    look: (harness) =>
      lookAtEach(readings, async (reading) => {
        const unable = await cannotRead(harness, reading);
        if (unable !== undefined) return unable;
        const body = reading.wrap(rexJson);
        return lookAtEach([body, body.slice(0, body.length / 2)], async (sent) => {
          const pieces = [head(reading.statusLine, `Content-Length: ${body.length + 64}`), sent];
          return judgeError(await askFor(harness, reading, written(reading, { pieces, end: 'close' }), rex));
        });
      }),
  },
  {
    case: 32,
    name: 'refuses a chunked body without its last chunk',
    level: 'must',
    reference: 'RFC 9112, sections 7.1 and 8',
    why: 'Without the last chunk, nobody knows whether more was to come.',
    expected: 'The client fails, also if what arrived is JSON.',
    needsHttp11: true,
    look: (harness) =>
      lookAtEach(readings, async (reading) => {
        const unable = await cannotRead(harness, reading);
        if (unable !== undefined) return unable;
        const body = reading.wrap(rexJson);
        return lookAtEach([chunk(body), `${(body.length + 10).toString(16)}\r\n${body}`], async (lastPiece) => {
          const pieces = [head(reading.statusLine, 'Transfer-Encoding: chunked'), lastPiece];
          return judgeError(await askFor(harness, reading, written(reading, { pieces, end: 'close' }), rex));
        });
      }),
  },
  {
    case: 33,
    name: 'has a timeout for the body too',
    level: 'should',
    reference: 'protocol of the run: timeoutMs is for the whole exchange',
    why: 'A server that stops after the head would otherwise hold the caller for ever.',
    expected: `The client fails within ${shortTimeout} ms. If it may wait for 5 s, it reads an answer that takes ${slowAnswer} ms.`,
    needs: 'timeout',
    look: async (harness) =>
      combine([
        await givesUpInTime(harness, ({ statusLine, wrap }) => ({
          pieces: [head(statusLine, 'Content-Length: 200'), wrap(rexJson).slice(0, 9)],
          end: 'stall',
        })),
        await lookOnce(() => givesUpAtHead(harness, { pieces: ['HTTP/1.1 200 OK\r\n'], end: 'stall' })),
        await lookOnce(async () => {
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
    why: 'A timeout that each byte renews never ends.',
    expected: `The client fails within ${shortTimeout} ms, although bytes still come.`,
    needs: 'timeout',
    look: async (harness) =>
      combine([
        await givesUpInTime(harness, ({ statusLine, wrap }) => {
          const body = wrap(rexJson);
          const pieces = Array.from({ length: 60 }, (_, index) => body[index] ?? ' ');
          const start = lastHead(statusLine, `Content-Length: ${pieces.length}`);
          return { pieces: [start, ...pieces], gap: 50, end: 'close' };
        }),
        await lookOnce(() => {
          const fields = Array.from({ length: 80 }, (_, index) => `X-Slow-${index}: 1\r\n`);
          const pieces = ['HTTP/1.1 200 OK\r\n', ...fields, 'Connection: close\r\nContent-Length: 2\r\n\r\n[]'];
          return givesUpAtHead(harness, { pieces, gap: 50, end: 'close' });
        }),
      ]),
  },
  {
    case: 35,
    name: 'tells not sent from outcome unknown',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'What was not sent can be repeated; what may have been done cannot.',
    expected: 'A refused connection is not_sent; a reset before and after the head of the answer is unknown.',
    look: (harness) =>
      lookAtEach(['refused', 'before', 'empty', 'after'] as const, async (kind) => {
        if (kind === 'refused') {
          return lookAtEach(calls, async ([operation, args]) => {
            const result = await withClosedPort((port) =>
              harness.callAt(`http://127.0.0.1:${port}/v1`, operation, args),
            );
            return judgeError(result, ({ kind, outcome }) => kind === 'transport' && outcome === 'not_sent');
          });
        }
        const cut = {
          pieces: [head('201 Created', 'Content-Length: 200'), '{"id":'],
          gap: 20,
          end: 'reset',
        } as const;
        const step =
          kind === 'after'
            ? write('createPet', cut)
            : ({
                operation: 'createPet',
                fault: kind === 'empty' ? 'EMPTY_RESPONSE' : 'CONNECTION_RESET_BY_PEER',
              } as const);
        const session = harness.open({ steps: [{ ...step, times: repeats }] });
        const result = await session.call('createPet', newRex);
        return judgeError(result, ({ kind, outcome }) =>
          kind === 'transport' ? outcome === 'unknown' : kind !== 'api',
        );
      }),
  },
  {
    case: 43,
    name: 'is not confused by Sunset, Link and Deprecation',
    level: 'should',
    reference: 'RFC 8288; RFC 8594; RFC 9745; interface document, part 4.3',
    why: 'A deprecated operation works until its day.',
    expected: 'The client returns the pet.',
    look: (harness) => {
      const headers = {
        Deprecation: '@1735689600',
        Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
        Link: '</v1/pets>; rel="successor-version", <https://example.com/a,b>; rel=deprecation; title="x; y"',
        Warning: '299 - "Deprecated"',
      };
      const stepOf = (reading: Reading) =>
        answered(reading, rexJson, {
          ...headers,
          ...(reading.operation === 'createPet' && { Location: '/v1/pets/99' }),
        });
      return judgeReadings(harness, stepOf, rex);
    },
  },
  {
    case: 44,
    name: 'does not wait for the body of HEAD',
    level: 'must',
    reference: 'RFC 9110, section 9.3.2; RFC 9112, section 6.3',
    why: 'The Content-Length of a response to HEAD is that of a body which is not sent.',
    expected: 'The client answers at once, and its next request works.',
    needs: 'head',
    look: async (harness) => {
      const headers = { 'Content-Encoding': 'gzip' }; // as of the body that is not sent
      const session = harness.open({
        steps: [answer('listPets', 200, listJson, { headers }), answer('listPets', 200, listJson, { times: repeats })],
      });
      const result = await session.call('listPets', {}, { method: 'HEAD', timeoutMs: 2_000 });
      if (!session.requests().some(({ method }) => method === 'HEAD'))
        return notSupported('The adapter ignores the method of a request: it sent another than HEAD.');
      if ('error' in result) return deviation(describeResult(result));
      return judgePets(await session.call('listPets'), [rex]);
    },
  },
  {
    case: 45,
    name: 'frees the connection of an error',
    level: 'should',
    reference: 'RFC 9112, section 9.4',
    why: 'If each unread body keeps its connection open, the client or the server runs out of them.',
    expected: 'After fifty errors, few connections are open.',
    look: async (harness) => {
      // More than a client reads ahead: 64 KiB, often.
      const body = `${errorBody(401)}${' '.repeat(81_920)}`;
      const session = harness.open({ steps: [answer('listPets', 401, body, { times: repeats })] });
      for (let count = 1; count <= 50; count++) {
        await session.call('listPets');
        // A client that has one connection after so many errors frees each: the others would only take time.
        if (count === 20 && harness.openConnections() <= 1) break;
      }
      // The server may learn a moment later that the client has closed some.
      for (let waits = 0; waits < 100 && harness.openConnections() >= mostOpen; waits++) await pause(20);
      const open = harness.openConnections();
      return open < mostOpen ? pass(`${open} connections are open.`) : deviation(`${open} connections are open.`);
    },
  },
];
