import type { CallResult } from '../adapter/protocol.ts';
import type { CaseResponse, ClientCall } from '../harness/calls.ts';
import type { CaseStore } from '../harness/case-store.ts';
import type { Trial } from '../harness/trial.ts';
import { judgePet } from '../player/judge.ts';
import { notExercised, notSupported, type Observation, pass } from '../observation/observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { sendsOnce } from '../player/expectations.ts';
import { playRows } from '../player/player.ts';
import { judgeSentOnce } from '../player/requests.ts';
import { errorBody, errorResponse, faultResponse, jsonHead, rawResponse, textResponse } from '../player/responses.ts';
import { createCall, getCall, interfaceErrors, listCall, rex, rexJson, storeWithRex } from '../player/samples.ts';
import { statusRows } from './rows.ts';

const serverErrors: readonly CaseResponse[] = [
  errorResponse(503),
  textResponse(503, errorBody(503), { 'Retry-After': '0' }),
  ...[500, 502, 504, 520].map(errorResponse),
  faultResponse('PROXY_HTML_502'),
  textResponse(503, ''),
];

const cutPieces = [jsonHead(201, 'Content-Length: 200'), rexJson];

/**
 * Responses that leave the client without the outcome of a creation. Order matters: the first closes, so that the second resets a _new_
 * connection (reused ones: case 36).
 */
const unreadableResponses: readonly CaseResponse[] = [
  rawResponse(cutPieces),
  faultResponse('CONNECTION_RESET_BY_PEER', 'after'),
  rawResponse(cutPieces, { gap: 20, end: 'reset' }),
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

/** Calls until a request comes over a connection that had one before, and is dropped. `isReused` is false if none came in `maxCalls` calls. */
export async function callUntilReused(
  store: CaseStore,
  earlierCall: ClientCall,
  [operation, args]: ClientCall,
  when: 'before' | 'after' = 'before',
): Promise<{ readonly result: CallResult; readonly isReused: boolean }> {
  const droppedReused = { ...faultResponse('CLOSE_REUSED', when), times: 1 };
  for (let count = 1; ; count++) {
    await store.call(...earlierCall);
    const result = await store.call(operation, args, { response: droppedReused });
    // The fault drops only a connection that had an earlier request, and the journal notes the fault.
    const isReused = store.requests().some(({ faults }) => faults.length > 0);
    if (isReused || count === maxCalls) return { result, isReused };
  }
}

export const retryCases: readonly ConformanceCase[] = [
  {
    case: 36,
    name: 'sends a creation once if its connection drops',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'The store may have created the pet before the connection dropped. Then a second creation makes a second pet.',
    expected:
      'The creation arrives once. A client that opens a connection for each creation also passes if it sends each once.',
    rows: [{ call: createCall, response: faultResponse('EMPTY_RESPONSE', 'after'), expect: sendsOnce }],
    observe: observeDroppedReused,
  },
  {
    case: 37,
    name: 'sends a creation once if the response is 5xx',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'An error of the server does not say that nothing was created.',
    expected: 'The creation arrives once.',
    rows: serverErrors.map((response) => ({ call: createCall, response, expect: sendsOnce })),
  },
  {
    case: 38,
    name: 'repeats a GET that a dropped connection lost',
    level: 'info',
    reference: 'RFC 9110, section 9.2.2; RFC 9112, section 9.3.1',
    why: 'Servers close idle connections at any time, and repeating a GET does no harm.',
    expected: 'The client returns the pets.',
    observe: async (trial) => {
      const { result, isReused } = await callUntilReused(trial.open(storeWithRex), listCall, getCall);
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
    rows: statusRows([...interfaceErrors, ...otherRefusals], () => sendsOnce),
  },
  {
    case: 74,
    name: 'sends a creation once if it cannot read the response',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'The store has created the pet, or may have. A second creation makes a second pet.',
    expected: 'The creation arrives once, even if the response is late, cut off, reset, empty or not JSON.',
    rows: unreadableResponses.map((response) => ({ call: createCall, response, expect: sendsOnce })),
    observe: observeNoResponse,
  },
];

/** Observes a creation that gets no response in time. A client without timeouts would wait for ever. */
async function observeNoResponse(trial: Trial): Promise<Observation> {
  if (!trial.run.capabilities.includes('timeout'))
    return notSupported('The client does not have the capability timeout.');
  const response = faultResponse('STALL_HEADERS', 'after');
  return playRows(trial, [{ call: createCall, response, expect: sendsOnce, options: { timeoutMs: 600 } }]);
}

async function observeDroppedReused(trial: Trial): Promise<Observation> {
  const store = trial.open(storeWithRex);
  const { isReused } = await callUntilReused(store, listCall, createCall, 'after');
  const observation = judgeSentOnce(store, 'createPet');
  if (isReused || observation.kind !== 'pass') return observation;
  return pass('It sent each creation once, and each over a new connection.');
}
