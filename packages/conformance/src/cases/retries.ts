import type { ClientResult } from '../adapter/protocol.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import type { ClientCall, CaseResponse } from '../player/exchange.ts';
import { sendsOnce } from '../player/expectations.ts';
import type { Harness, CaseSession } from '../harness/harness.ts';
import { judgePet } from '../judge.ts';
import { notExercised, notSupported, pass, type Observation } from '../observation.ts';
import { playExchanges } from '../player/player.ts';
import { createCall, getCall, interfaceErrors, listCall } from './calls.ts';
import { errorBody, errorResponse, forEver, jsonHead, textResponse } from './responses.ts';
import { rex, rexJson, storeWithRex } from './sample-pets.ts';
import { judgeSentOnce } from './sent-count.ts';

/** Responses that say that the server failed. */
const serverErrors: readonly CaseResponse[] = [
  errorResponse(503),
  textResponse(503, errorBody(503), { 'Retry-After': '0' }),
  ...[500, 502, 504, 520].map(errorResponse),
  { fault: 'PROXY_HTML_502' },
  textResponse(503, ''),
];

const cutPieces = [jsonHead('201 Created', 'Content-Length: 200'), rexJson];

/**
 * Responses that leave the client without the outcome of a creation. The first ends its connection, so that the reset is on a new one:
 * case 36 is about reused connections.
 */
const lostResponses: readonly CaseResponse[] = [
  { raw: { pieces: cutPieces, end: 'close' } },
  { fault: 'CONNECTION_RESET_BY_PEER', when: 'after' },
  { raw: { pieces: cutPieces, gap: 20, end: 'reset' } },
  textResponse(201, '{"id":'),
  textResponse(201, '<html></html>', { 'Content-Type': 'text/html' }),
  textResponse(201, ''),
  textResponse(204, ''),
];

/** Refusals that the interface does not name: the same request gets the same response again. */
const otherRefusals: readonly (readonly [call: ClientCall, status: number])[] = [
  [listCall, 403],
  [createCall, 409],
  [getCall, 410],
  [createCall, 422],
];

/** How often to call until the client uses a connection again. A client may need a moment until a connection is free. */
const maxCalls = 5;

/** Calls until a request comes over a connection that had one before. `isReused` is false if none came in `maxCalls` calls. */
export async function callUntilReused(
  session: CaseSession,
  earlierCall: ClientCall,
  call: ClientCall,
): Promise<{ readonly result: ClientResult; readonly isReused: boolean }> {
  for (let count = 1; ; count++) {
    await session.call(...earlierCall);
    const result = await session.call(...call);
    // The script drops only a connection that had an earlier request (fault CLOSE_REUSED), and the journal notes the fault.
    const isReused = session.requests().some(({ faults }) => faults.length > 0);
    if (isReused || count === maxCalls) return { result, isReused };
  }
}

/** What is sent again: the cases 36 to 38, 40 and 74. */
export const retryCases: readonly ConformanceCase[] = [
  {
    case: 36,
    name: 'sends a creation once if its connection drops',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'The store may have created the pet before the connection dropped. Then a second creation makes a second pet.',
    expected:
      'The creation arrives once. A client that opens a connection for each creation also passes if it sends each once.',
    observe: (harness) =>
      harness.observeEach([observeDropped, observeDroppedReused], (observeDrop) => observeDrop(harness)),
  },
  {
    case: 37,
    name: 'sends a creation once if the response is 5xx',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'An error of the server does not say that nothing was created.',
    expected: 'The creation arrives once.',
    exchanges: serverErrors.map((response) => ({ call: createCall, response, expect: sendsOnce })),
  },
  {
    case: 38,
    name: 'repeats a GET that a dropped connection lost',
    level: 'info',
    reference: 'RFC 9110, section 9.2.2; RFC 9112, section 9.3.1',
    why: 'Servers close idle connections at any time, and repeating a GET does no harm.',
    expected: 'The client returns the pets.',
    observe: async (harness) => {
      const session = harness.open({ ...storeWithRex, steps: [{ operation: 'getPet', fault: 'CLOSE_REUSED' }] });
      const { result, isReused } = await callUntilReused(session, listCall, getCall);
      return isReused ? judgePet(result, rex) : notExercised('The client did not use its connection again.');
    },
  },
  {
    case: 40,
    name: 'does not repeat a request that was refused',
    level: 'should',
    reference: 'RFC 9110, sections 15.5, 15.5.4, 15.5.10, 15.5.11 and 15.5.21',
    why: 'The same request gets the same response. Repeating it is noise, and may lock the key.',
    expected: 'Each request that is answered with 400, 401, 403, 404, 409, 410 or 422 arrives once.',
    exchanges: [...interfaceErrors, ...otherRefusals].map(([call, status]) => ({
      call,
      response: errorResponse(status),
      expect: sendsOnce,
    })),
  },
  {
    case: 74,
    name: 'sends a creation once if it cannot read the response',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'The store has created the pet, or may have. A second creation makes a second pet.',
    expected: 'The creation arrives once, even if the response is late, cut off, reset, empty or not JSON.',
    exchanges: lostResponses.map((response) => ({ call: createCall, response, expect: sendsOnce })),
    observe: observeNoResponse,
  },
];

/** Observes a creation that gets no response in time. A client without timeouts would wait for ever. */
async function observeNoResponse(harness: Harness): Promise<Observation> {
  if (!harness.capabilities.includes('timeout'))
    return notSupported('The client does not have the capability timeout.');
  const response = { fault: 'STALL_HEADERS', when: 'after' } as const;
  return playExchanges(harness, [{ call: createCall, response, expect: sendsOnce, options: { timeoutMs: 600 } }]);
}

/** Observes a creation whose connection is new and drops. */
async function observeDropped(harness: Harness): Promise<Observation> {
  const dropped = { operation: 'createPet', fault: 'EMPTY_RESPONSE', when: 'after', times: forEver } as const;
  const session = harness.open({ steps: [dropped] });
  await session.call(...createCall);
  return judgeSentOnce(session, 'createPet');
}

/** Observes a creation whose connection was used before and drops. */
async function observeDroppedReused(harness: Harness): Promise<Observation> {
  const dropped = { operation: 'createPet', fault: 'CLOSE_REUSED', when: 'after' } as const;
  const session = harness.open({ ...storeWithRex, steps: [dropped] });
  const { isReused } = await callUntilReused(session, listCall, createCall);
  const observation = judgeSentOnce(session, 'createPet');
  if (isReused || observation.kind !== 'pass') return observation;
  return pass('It sent each creation once, and each over a new connection.');
}
