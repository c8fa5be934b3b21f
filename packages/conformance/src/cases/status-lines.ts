import type { ConformanceCase } from '../conformance-case.ts';
import { combine, lookAtEach, type Finding } from '../finding.ts';
import type { Harness } from '../harness.ts';
import { judgeError } from '../judge.ts';
import { cannotRead } from './prerequisites.ts';
import { askFor, judgeReadings, readings, written, type Reading } from './readings.ts';
import { headOf, rex, rexJson } from './replies.ts';

/** Answers with another status line than the usual one, and closes the connection. */
function answeredWith(reading: Reading, start: string, body: string) {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return written(reading, { pieces: [headOf(start, 'Connection: close', length), body], end: 'close' });
}

/** Looks whether a client fails for these statuses, each with the body of an answer. */
async function failsFor(harness: Harness, statuses: readonly number[]): Promise<Finding> {
  return lookAtEach(readings, async (reading) => {
    const unable = await cannotRead(harness, reading);
    if (unable !== undefined) return unable;
    return lookAtEach(statuses, async (status) => {
      const body = reading.wrap(rexJson);
      const step = answeredWith(reading, `HTTP/1.1 ${status} Other`, body);
      const { kind, seen } = judgeError(await askFor(harness, reading, step, rex));
      return { kind, seen: `For ${reading.operation} answered ${status} with ${body}: ${seen}` };
    });
  });
}

/** Looks whether a client reads an answer with each of these status lines. */
function readsEach(harness: Harness, starts: readonly string[]): Promise<Finding> {
  return lookAtEach(starts, (start) =>
    judgeReadings(
      harness,
      (reading) => answeredWith(reading, start.replace('STATUS', String(reading.status)), reading.wrap(rexJson)),
      rex,
    ),
  );
}

/** What the first line of an answer says: the cases 66, 67 and 73. */
export const statusLineCases: readonly ConformanceCase[] = [
  {
    case: 66,
    name: 'takes an answer for what its status says',
    level: 'must',
    reference: 'RFC 9110, section 15; RFC 9112, section 4',
    why: 'An error may have any body, also one that looks like pets: only the status says that nothing was done.',
    expected: 'The client fails for a status of 4xx or 5xx, whatever the body is.',
    look: (harness) => failsFor(harness, [418, 503]),
  },
  {
    case: 67,
    name: 'reads an answer by its number, and not by its reason phrase',
    level: 'should',
    reference: 'RFC 9112, section 4; RFC 9110, section 2.5',
    why: 'HTTP/2 has no reason phrase, so a gateway writes any or none, and some servers still speak HTTP/1.0.',
    expected:
      'The client returns the pets of an answer without a reason phrase, with another one, and of one in HTTP/1.0. It fails for 399.',
    look: async (harness) =>
      combine([
        await readsEach(harness, ['HTTP/1.1 STATUS ', 'HTTP/1.1 STATUS All right: OK', 'HTTP/1.0 STATUS OK']),
        await failsFor(harness, [399]),
      ]),
  },
  {
    case: 73,
    name: 'takes every 2xx for success',
    level: 'info',
    reference: 'RFC 9110, sections 15 and 15.3.4',
    why: 'A gateway that changes an answer may write 203, and the class of an unknown status says that it worked.',
    expected: 'The client returns the pets of an answer 203, and of an answer 299.',
    look: (harness) => readsEach(harness, ['HTTP/1.1 203 Non-Authoritative Information', 'HTTP/1.1 299 OK']),
  },
];
