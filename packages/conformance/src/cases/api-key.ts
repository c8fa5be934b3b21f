import type { OperationName } from '@petstore/http';
import type { RecordedRequest } from '@petstore/testing';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult } from '../judge.ts';
import { checkThatItReads } from '../player/baseline.ts';
import type { ClientCall } from '../player/exchange.ts';
import { obeys } from '../player/expectations.ts';
import { inContext, mismatch, notExercised, pass, type Observation } from '../observation.ts';
import { errorResponse, forEver, step } from './responses.ts';
import { calls } from './calls.ts';
import { rules } from './rules.ts';
import { storeWithRex } from './sample-pets.ts';

/** Where the key is sent and shown: the cases 8, 30, 49 and 79. */
export const apiKeyCases: readonly ConformanceCase[] = [
  {
    case: 8,
    name: 'sends the key only as a bearer token',
    level: 'should',
    reference: 'interface document, part 5; RFC 6750, sections 2.1 and 5.3',
    why: 'URLs are written into logs, histories and Referer headers. A key in a URL leaks there.',
    expected: 'The client sends the key only in the header Authorization: Bearer.',
    exchanges: calls.map((call) => ({ call, expect: obeys(rules.key) })),
  },
  {
    case: 30,
    name: 'shows the key in no error and no log',
    level: 'should',
    reference: 'RFC 6750, section 5.3',
    why: 'Logs are copied into reports and tickets, where every reader gets the key.',
    expected: 'No error message and nothing on stderr has the key.',
    isLast: true,
    observe: async (harness) => {
      const steps = [
        step('listPets', errorResponse(401), forEver),
        { operation: 'listPets', fault: 'PROXY_HTML_502' },
        { operation: 'listPets', fault: 'CONNECTION_RESET_BY_PEER', times: forEver }, // a client may repeat a lost GET
        step('listPets', errorResponse(404), forEver),
      ] as const;
      let errors = 0;
      for (const each of steps) {
        const session = harness.open({ steps: [each] });
        if ('error' in (await session.call('listPets'))) errors += 1;
      }
      // What the client wrote to stderr before a response may only be read with the next response.
      await harness.open().call('listPets');
      const { withKey, texts } = harness.shownKeys();
      const [first] = withKey;
      if (first !== undefined)
        return inContext(first.context, mismatch(`It shows the key, here as ***: ${first.text}`));
      if (errors === 0) return notExercised('The client reported no error.');
      if (texts === 0) return notExercised('The client showed no message.');
      return inContext('In the whole run', pass(`The key is in none of ${texts} texts.`));
    },
  },
  {
    case: 49,
    name: 'sends its key with every operation',
    level: 'must',
    reference: 'interface document, part 5',
    clause: 'clients send Authorization: Bearer <API_KEY> with every request',
    why: 'A store refuses every request without a valid key, so such an operation never works.',
    expected: 'A request of each operation has the header Authorization: Bearer with exactly the key.',
    observe: (harness) =>
      harness.observeEach(['main', 'other'] as const, (key) =>
        harness.observeEach(calls, async ([operation, args]) => {
          const session = harness.open({ ...storeWithRex, key });
          await session.call(operation, args);
          return judgeKey(operation, session.requests(operation));
        }),
      ),
  },
  {
    case: 79,
    name: 'sends no key if it has none',
    level: 'should',
    reference: 'interface document, part 5; RFC 6750, section 2.1',
    why: 'A key that is made of an absent value, such as “undefined”, is a wrong key: nobody sees that there is none.',
    expected: 'Without a key, the client sends no header Authorization, or it refuses the call.',
    observe: (harness) => harness.observeEach(calls, (call) => observeWithoutKey(harness, call)),
  },
];

/** Observes a call of a client that has no key. */
async function observeWithoutKey(harness: Harness, [operation, args]: ClientCall): Promise<Observation> {
  const unreadable = await checkThatItReads(harness, operation);
  if (unreadable !== undefined) return unreadable;
  const session = harness.open({ ...storeWithRex, key: 'none' });
  const result = await session.call(operation, args, { maySendNothing: true });
  const { authorization } =
    session.requests().find(({ headers }) => headers.authorization !== undefined)?.headers ?? {};
  if (authorization !== undefined) return mismatch(`It has no key, and sent Authorization: ${authorization}.`);
  return 'error' in result ? pass(describeResult(result)) : mismatch(describeResult(result));
}

/** Judges whether the store accepted one of these requests. A client may send the first without its key, to be asked for it. */
function judgeKey(operation: OperationName, requests: readonly RecordedRequest[]): Observation {
  const [refused] = requests;
  if (refused === undefined) return notExercised(`The client sent no request of ${operation}.`);
  if (requests.some(({ status }) => status !== 401)) return pass(`The store accepted the key of ${operation}.`);
  const { authorization } = refused.headers;
  if (authorization === undefined) return mismatch(`It sent ${operation} without the header Authorization.`);
  return mismatch(`It sent ${operation} with Authorization: ${authorization}, which is not its key.`);
}
