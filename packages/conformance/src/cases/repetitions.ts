import type { RecordedRequest } from '@petstore/testing';
import type { CallResult } from '../adapter/protocol.ts';
import type { CaseResponse, ClientCall } from '../harness/calls.ts';
import type { Trial } from '../harness/trial.ts';
import { combine, mismatch, notSupported, type Observation, pass } from '../observation/observation.ts';
import type { ConformanceCase } from '../player/conformance-case.ts';
import { judgeReturned } from '../player/judge.ts';
import { readCreation, show } from '../player/requests.ts';
import { errorBody, faultResponse, textResponse } from '../player/responses.ts';
import { getCall, listCall, newSoldRex, rex, storeWithRex } from '../player/samples.ts';
import { callUntilReused } from './retries.ts';

const storeWithSoldRex = { pets: [{ id: 1, name: 'Rex', categoryId: 1, status: 'sold' }] } as const;

const listSold: ClientCall = ['listPets', { limit: '5', status: 'sold' }];
const createSold: ClientCall = ['createPet', newSoldRex];

/** The first response to a request, after which a client may repeat the request. */
const firstResponses: readonly CaseResponse[] = [
  ...[503, 429].map((status) => textResponse(status, errorBody(status), { 'Retry-After': '0' })),
  faultResponse('EMPTY_RESPONSE'),
];

const repeatedNone = notSupported('The client repeated no request.');

/** How long a client may wait before it repeats a request if Retry-After asks for no pause, in milliseconds. */
const maxPause = 3_000;

/** A call, the status of its response, its Retry-After (`undefined` for a date soon), and the pause which that asks for, in milliseconds. */
const waits: readonly (readonly [call: ClientCall, status: number, retryAfter: string | undefined, asked: number])[] = [
  [listCall, 503, '1', 1_000],
  [listCall, 503, undefined, 2_000], // takes two seconds, so no other call has one: a client reads the field in one place
  [listCall, 503, 'Fri, 31 Dec 1999 23:59:59 GMT', 0],
  [listCall, 503, '-5', 0],
  [getCall, 429, '1', 1_000],
];

export const repetitionCases: readonly ConformanceCase[] = [
  {
    case: 39,
    name: 'obeys Retry-After',
    level: 'should',
    reference: 'RFC 9110, section 10.2.3; RFC 6585, section 4',
    why: 'It may be a date or seconds. A client that repeats too early is refused again.',
    expected:
      'The client repeats no earlier than Retry-After allows. It does not wait for a past date or an invalid value. It returns what the repetition brings.',
    observe: async (trial) => {
      let resent = 0;
      const observation = await trial.observeEach(waits, async ([[operation, args], status, retryAfter, asked]) => {
        const date = new Date(Math.floor(Date.now() / 1_000) * 1_000 + asked);
        const store = trial.open(storeWithRex);
        const response = textResponse(status, errorBody(status), { 'Retry-After': retryAfter ?? date.toUTCString() });
        const result = await store.call(operation, args, { response: { ...response, times: 1 } });
        const [first, second] = store.requests(operation);
        if ('error' in result && result.error.kind === 'timeout') return mismatch('It waited until its timeout.');
        if (second === undefined) return pass('It did not repeat the request.');
        resent += 1;
        const sent = Date.parse(first?.time ?? '');
        const pause = Date.parse(second.time) - sent;
        if (asked === 0 && pause > maxPause) return mismatch(`It waited for ${pause} ms.`);
        const due = retryAfter === undefined ? date.getTime() - sent : asked;
        if (due - pause > 100) return mismatch(`It repeated the request ${due - pause} ms too early.`);
        return judgeReturned(operation, result, rex);
      });
      if (observation.kind === 'pass' && resent === 0) return repeatedNone;
      return observation;
    },
  },
  {
    case: 80,
    name: 'repeats a request as it was',
    level: 'must',
    reference: 'interface document, parts 4 and 5; RFC 9110, section 9.2.2',
    why: 'A repetition without its query, key or body asks for something else, or is refused. That shows only on a bad day.',
    expected:
      'A repeated request has the method, path, query, key and body of the first one, and the client returns its response.',
    observe: observeRepetitions,
  },
];

/** Observes calls that meet a response after which a client may repeat the request. */
async function observeRepetitions(trial: Trial): Promise<Observation> {
  let repetitions = 0;
  const judge = (call: ClientCall, requests: readonly RecordedRequest[], result: CallResult) => {
    repetitions += requests.length - 1;
    return judgeRepetition(call, requests, result);
  };
  const observation = await trial.observeEach([listSold, createSold, getCall], (call) =>
    trial.observeEach(firstResponses, async (response) => {
      const [operation, args] = call;
      const store = trial.open(operation === 'createPet' ? {} : storeWithSoldRex); // the first pet has the id 1
      const result = await store.call(operation, args, { response: { ...response, times: 1 } });
      return judge(call, store.requests(operation), result);
    }),
  );
  if (observation.kind === 'mismatch' || observation.kind === 'harness_error') return observation;
  const reused = await trial.observeEach(
    [
      [listSold, getCall],
      [getCall, listCall],
    ] as const,
    async ([call, earlierCall]) => {
      const [operation] = call;
      const store = trial.open(storeWithSoldRex);
      const { result, isReused } = await callUntilReused(store, earlierCall, call);
      if (!isReused) return pass('The client did not use its connection again.');
      const requests = store.requests(operation);
      const dropped = requests.findIndex(({ faults }) => faults.length > 0);
      return judge(call, requests.slice(dropped), result);
    },
  );
  const whole = combine([observation, reused]);
  return whole.kind !== 'pass' || repetitions > 0 ? whole : repeatedNone;
}

/** Judges the repetitions of a request, and what the client made of the response to the last one. */
function judgeRepetition(
  [operation]: ClientCall,
  [first, ...repeated]: readonly RecordedRequest[],
  result: CallResult,
): Observation {
  const last = repeated.at(-1);
  if (first === undefined || last === undefined) return pass('It did not repeat the request.');
  for (const request of repeated) {
    // A client may send the first request without its key, to be asked for the key.
    if (first.headers.authorization !== undefined && request.headers.authorization === undefined)
      return mismatch('It repeated the request without its key.');
    if (request.status === 401 || request.status === 415) continue; // the store refused it before it read the body
    const [before, after] = [first, request].map(describeRequest);
    if (before !== after) return mismatch(`It sent ${before}, and then ${after}.`);
  }
  if ((last.status ?? 500) >= 400) return pass('It repeated the request.');
  return judgeReturned(operation, result, rex);
}

/** Describes what a request asks for. The order of parameters and of fields means nothing. */
function describeRequest(request: RecordedRequest): string {
  const { method, path, query } = request;
  const parameters = new URLSearchParams(query);
  parameters.sort();
  const target = parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  if (method !== 'POST') return `${method} ${target}`;
  const { name, categoryId, status } = readCreation(request) ?? {};
  return `${method} ${target} with ${show({ name, categoryId, status })}`;
}
