import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness } from '../harness/harness.ts';
import { judgeError } from '../judge.ts';
import { combine, observeEach, type Observation } from '../observation.ts';
import { writeHeadWith } from './answers.ts';
import { answerRaw, askFor, observeReads, type PetOperation } from './pet-operations.ts';
import { observeEachReadable } from './prerequisites.ts';
import { rex, rexJson } from './sample-pets.ts';

/** What the first line of an answer says: the cases 66, 67 and 73. */
export const statusLineCases: readonly ConformanceCase[] = [
  {
    case: 66,
    name: 'goes by the status and not by the body',
    level: 'must',
    reference: 'RFC 9110, section 15; RFC 9112, section 4',
    why: 'An error may have any body, even one that looks like pets. Only the status says that nothing was done.',
    expected: 'The client fails for a status of 4xx or 5xx, whatever the body is.',
    run: (harness) => observeFailures(harness, [418, 503]),
  },
  {
    case: 67,
    name: 'goes by the status code and not by the reason phrase',
    level: 'should',
    reference: 'RFC 9112, section 4; RFC 9110, section 2.5',
    why: 'HTTP/2 has no reason phrase, so a gateway writes any or none. Some servers still speak HTTP/1.0.',
    expected:
      'The client returns the pets of an answer without a reason phrase, with another one, and in HTTP/1.0. It fails for 399.',
    run: async (harness) =>
      combine([
        await observeStatusLines(harness, ['HTTP/1.1 STATUS ', 'HTTP/1.1 STATUS All right: OK', 'HTTP/1.0 STATUS OK']),
        await observeFailures(harness, [399]),
      ]),
  },
  {
    case: 73,
    name: 'takes every 2xx for success',
    level: 'info',
    reference: 'RFC 9110, sections 15 and 15.3.4',
    why: 'A gateway that changes an answer may write 203. The class of an unknown status says that it worked.',
    expected: 'The client returns the pets of an answer 203 and of an answer 299.',
    run: (harness) => observeStatusLines(harness, ['HTTP/1.1 203 Non-Authoritative Information', 'HTTP/1.1 299 OK']),
  },
];

/** Makes a step that answers with this status line and body, and then closes the connection. */
function answerWith(petOperation: PetOperation, statusLine: string, body: string) {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = writeHeadWith(statusLine, 'Connection: close', length);
  return answerRaw(petOperation, { pieces: [head, body], end: 'close' });
}

/** Observes whether a client fails for these statuses, although the body is that of an answer. */
async function observeFailures(harness: Harness, statuses: readonly number[]): Promise<Observation> {
  return observeEachReadable(harness, async (petOperation) => {
    return observeEach(statuses, async (status) => {
      const body = petOperation.wrap(rexJson);
      const step = answerWith(petOperation, `HTTP/1.1 ${status} Other`, body);
      const { kind, seen } = judgeError(await askFor(harness, petOperation, step, rex));
      return { kind, seen: `For ${petOperation.operation} answered ${status} with ${body}: ${seen}` };
    });
  });
}

/** Observes whether a client reads an answer with each of these status lines. */
function observeStatusLines(harness: Harness, statusLines: readonly string[]): Promise<Observation> {
  return observeEach(statusLines, (statusLine) =>
    observeReads(
      harness,
      (petOperation) =>
        answerWith(petOperation, statusLine.replace('STATUS', String(petOperation.status)), petOperation.wrap(rexJson)),
      rex,
    ),
  );
}
