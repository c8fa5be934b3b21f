import { INT64_MAX, INT64_MIN } from '@petstore/core';
import { decodeUnreserved } from '@petstore/http';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult } from '../judge.ts';
import { mismatch, notExercised, pass, type Observation } from '../observation.ts';
import { forEver, step, textResponse } from './responses.ts';
import { storeWithRex } from './sample-pets.ts';

/** Ids that are any text. Clients leave them unencoded, or trim, normalise and cut them. */
const textIds: readonly string[] = [
  ...['a/b', 'a\\b', '%', '%41', 'a?b#c', 'a;b=c', 'é ', '+'],
  ...[`Ab  cD<'"&>`, 'e\u0301 \u2126', 'Id-'.repeat(100)],
];

/** Ids that every client can send. Some languages write a large one with separators, or as 1e+06. */
const commonIds = ['1', '10', '42', '1000', '1000000', '2147483647'];

/** Ids that a double rounds, that 32 bits cannot hold, or that some languages take for absent. A client may refuse them. */
const awkwardIds = [2n ** 31n, 2n ** 32n + 1n, 2n ** 53n + 1n, INT64_MAX, 10n ** 18n, 0n, -1n, INT64_MIN].map(String);

/** How ids are sent in the path: the cases 2, 53 and 62. */
export const petIdCases: readonly ConformanceCase[] = [
  {
    case: 2,
    name: 'percent-encodes petId in the path',
    level: 'must',
    reference: 'RFC 3986, sections 2.1 and 3.3',
    clause:
      'A percent-encoding mechanism is used to represent a data octet in a component when that octet’s corresponding character is outside the allowed set or is being used as a delimiter',
    why: 'An id with a slash otherwise reaches another resource than the one that was asked for.',
    expected: 'The id is one encoded segment of the path, or the client refuses it and sends nothing.',
    needs: 'text_ids',
    observe: (harness) => observeTextIds(harness, textIds),
  },
  {
    case: 53,
    name: 'sends petId exactly',
    level: 'must',
    reference: 'interface document, part 4.3',
    clause: 'petId is an int64 in the path.',
    why: 'A rounded id is that of another pet, and nobody notices.',
    expected: 'The path has exactly the digits of the id, or the client refuses the id and sends nothing.',
    observe: (harness) =>
      harness.observeEach([...commonIds, ...awkwardIds], async (petId) => {
        const pet = `{"id":${petId},"name":"Rex","categoryId":1}`;
        const session = harness.open({ steps: [step('getPet', textResponse(200, pet), forEver)] });
        const result = await session.call('getPet', { petId }, { maySendNothing: awkwardIds.includes(petId) });
        const sent = session.requests().map(({ method, path }) => `${method} ${decodeUnreserved(path)}`);
        const wrong = sent.find((line) => line !== `GET ${session.basePath}/pets/${petId}`);
        if (wrong !== undefined) return mismatch(`It sent ${wrong}.`);
        if (sent.length > 0) return pass(`It sent ${petId}.`);
        return 'error' in result ? pass(`It refused the id ${petId}.`) : mismatch(describeResult(result));
      }),
  },
  {
    case: 62,
    name: 'sends no dot segment as petId',
    level: 'should',
    reference: 'RFC 3986, sections 3.3, 5.2.4 and 6.2.2.3',
    why: 'No URL can carry a dot segment, not even encoded: the request reaches another resource.',
    expected: 'The client refuses the ids “.” and “..”, and sends nothing elsewhere.',
    needs: 'text_ids',
    observe: (harness) => observeTextIds(harness, ['.', '..']),
  },
];

/** Observes where a client sends ids that are any text. */
async function observeTextIds(harness: Harness, petIds: readonly string[]): Promise<Observation> {
  return (
    (await checkThatItGets(harness)) ??
    harness.observeEach(petIds, async (petId) => {
      const session = harness.open();
      const result = await session.call('getPet', { petId }, { maySendNothing: true });
      const sent = [
        ...session.requests().map(({ method, path, query }) => `${method} ${path}${query && `?${query}`}`),
        ...harness.misdirected(),
      ];
      if (sent.length === 0) {
        return 'error' in result ? pass(`It refused the id ${petId}.`) : mismatch(describeResult(result));
      }
      const isRight = sent.every((line) => isEncoded(line, `GET ${session.basePath}/pets/`, petId));
      return isRight ? pass(`It sent ${sent.join(', ')}.`) : mismatch(`It sent ${sent.join(', ')}.`);
    })
  );
}

/**
 * Checks that a client can get a pet at all: a client that refuses every id would pass.
 *
 * @returns why the case is not exercised; `undefined` if the client can get a pet
 */
async function checkThatItGets(harness: Harness): Promise<Observation | undefined> {
  const result = await harness.open(storeWithRex).call('getPet', { petId: '1' });
  return 'ok' in result ? undefined : notExercised(`The client could not get the pet 1. ${describeResult(result)}`);
}

/** Whether a line is this start, and then one encoded segment that decodes to the text. */
function isEncoded(line: string, start: string, text: string): boolean {
  const end = line.lastIndexOf('/') + 1;
  const segment = line.slice(end);
  if (decodeUnreserved(line.slice(0, end)) !== start) return false;
  try {
    return !/[?#]/.test(segment) && decodeURIComponent(segment) === text && segment !== '..';
  } catch {
    return false;
  }
}
