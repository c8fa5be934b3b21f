import type { ClientAnswer } from '../adapter/client-fixture.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import type { Harness, Session } from '../harness/harness.ts';
import { judgePet } from '../judge.ts';
import { notExercised, observeEach, pass, type Observation } from '../observation.ts';
import type { Step } from '../harness/session.ts';
import { answer, answerError, errorBody, repeats, write, writeHead } from './answers.ts';
import { createCall, getCall, interfaceErrors, type Call } from './calls.ts';
import { newRex, rex, rexes, rexJson } from './sample-pets.ts';
import { judgeSentOnce } from './sent-count.ts';

/** Answers with an error of the server. */
const serverErrors: readonly Step[] = [
  answerError('createPet', 503, repeats),
  answer('createPet', 503, errorBody(503), { headers: { 'Retry-After': '0' }, times: repeats }),
  ...[500, 502, 504, 520].map((status) => answerError('createPet', status, repeats)),
  { operation: 'createPet', fault: 'PROXY_HTML_502', times: repeats },
  answer('createPet', 503, '', { times: repeats }),
];

/** Answers to a creation that do not tell the client what came of it. */
function lostAnswers(hasTimeout: boolean): readonly { description: string; step: Step; timeoutMs?: number }[] {
  const cut = { pieces: [writeHead('201 Created', 'Content-Length: 200'), rexJson] };
  const html = { headers: { 'Content-Type': 'text/html' } };
  const stalled = {
    description: 'nothing',
    step: { operation: 'createPet', fault: 'STALL_HEADERS', when: 'after' },
    timeoutMs: 600,
  } as const;
  return [
    { description: 'a reset', step: { operation: 'createPet', fault: 'CONNECTION_RESET_BY_PEER', when: 'after' } },
    { description: 'a body that is cut off', step: write('createPet', { ...cut, end: 'close' }) },
    { description: 'a body that is reset', step: write('createPet', { ...cut, gap: 20, end: 'reset' }) },
    { description: 'broken JSON', step: answer('createPet', 201, '{"id":') },
    { description: 'HTML', step: answer('createPet', 201, '<html></html>', html) },
    { description: '201 without a body', step: answer('createPet', 201, '') },
    { description: '204', step: answer('createPet', 204, '') },
    ...(hasTimeout ? [stalled] : []),
  ];
}

/** How often to call until the client uses a connection again. A client may need a moment until a connection is free. */
const maxCalls = 5;

/** Calls until the client meets the fault of a reused connection. */
async function callUntilReused(
  session: Session,
  ...call: Call
): Promise<{ readonly result: ClientAnswer; readonly isMet: boolean }> {
  for (let count = 1; ; count++) {
    await session.call('listPets');
    const result = await session.call(...call);
    const isMet = session.requests().some(({ faults }) => faults.length > 0);
    if (isMet || count === maxCalls) return { result, isMet };
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
    run: (harness) => observeEach([observeDropped, observeDroppedReused], (observeDrop) => observeDrop(harness)),
  },
  {
    case: 37,
    name: 'sends a creation once if the answer is 5xx',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'An error of the server does not say that nothing was created.',
    expected: 'The creation arrives once.',
    run: (harness) =>
      observeEach(serverErrors, async (step) => {
        const session = harness.open({ steps: [step] });
        await session.call(...createCall);
        return judgeSentOnce(session, 'createPet');
      }),
  },
  {
    case: 38,
    name: 'repeats a GET that a dropped connection lost',
    level: 'info',
    reference: 'RFC 9110, section 9.2.2; RFC 9112, section 9.3.1',
    why: 'Servers close idle connections at any time, and repeating a GET does no harm.',
    expected: 'The client returns the pets.',
    run: async (harness) => {
      const session = harness.open({ pets: rexes, steps: [{ operation: 'getPet', fault: 'CLOSE_REUSED' }] });
      const { result, isMet } = await callUntilReused(session, ...getCall);
      return isMet ? judgePet(result, rex) : notExercised('The client did not use its connection again.');
    },
  },
  {
    case: 40,
    name: 'does not repeat 400, 401 and 404',
    level: 'should',
    reference: 'RFC 9110, section 15.5',
    why: 'The same request gets the same answer. Repeating it is noise, and may lock the key.',
    expected: 'Each request arrives once.',
    run: (harness) =>
      observeEach(interfaceErrors, async ([[operation, args], status]) => {
        const session = harness.open({ steps: [answerError(operation, status, repeats)] });
        await session.call(operation, args);
        return judgeSentOnce(session, operation);
      }),
  },
  {
    case: 74,
    name: 'sends a creation once if it cannot read the answer',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'The store has created the pet, or may have. A second creation makes a second pet.',
    expected: 'The creation arrives once, even if the answer is late, cut off, reset, empty or not JSON.',
    run: (harness) =>
      observeEach(lostAnswers(harness.capabilities.includes('timeout')), async ({ description, step, timeoutMs }) => {
        const session = harness.open({ steps: [{ ...step, times: repeats }] });
        await session.call('createPet', newRex, { ...(timeoutMs !== undefined && { timeoutMs }) });
        const { kind, seen } = judgeSentOnce(session, 'createPet');
        return { kind, seen: `Answered with ${description}: ${seen}` };
      }),
  },
];

/** Observes a creation whose connection is new and drops. */
async function observeDropped(harness: Harness): Promise<Observation> {
  const dropped = { operation: 'createPet', fault: 'EMPTY_RESPONSE', when: 'after', times: repeats } as const;
  const session = harness.open({ steps: [dropped] });
  await session.call(...createCall);
  return judgeSentOnce(session, 'createPet');
}

/** Observes a creation whose connection was used before and drops. */
async function observeDroppedReused(harness: Harness): Promise<Observation> {
  const dropped = { operation: 'createPet', fault: 'CLOSE_REUSED', when: 'after' } as const;
  const session = harness.open({ pets: rexes, steps: [dropped] });
  const { isMet } = await callUntilReused(session, ...createCall);
  const observation = judgeSentOnce(session, 'createPet');
  if (isMet || observation.kind !== 'pass') return observation;
  return pass('It sent each creation once, and each over a new connection.');
}
