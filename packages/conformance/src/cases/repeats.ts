import type { RecordedRequest } from '@petstore/testing';
import type { ConformanceCase } from '../conformance-case.ts';
import type { ClientAnswer } from '../connected-client.ts';
import { deviation, lookAtEach, notExercised, pass, type Finding } from '../finding.ts';
import type { Harness, Session, Step } from '../harness.ts';
import { describeResult, judgePet } from '../judge.ts';
import type { ProtocolOperation } from '../protocol.ts';
import {
  answer,
  answerError,
  calls,
  create,
  errorBody,
  get,
  head,
  interfaceErrors,
  list,
  newRex,
  repeats,
  rex,
  rexes,
  rexJson,
  write,
  type Call,
} from './replies.ts';
import { rules } from './rules.ts';
import { creationOf } from '../rule.ts';

/** Counts the requests of a client. It may send each one without its key first, to be asked for it. */
export function countSent(session: Session, operation: ProtocolOperation): number {
  const requests = session.requests(operation);
  const withKey = requests.filter((request) => rules.key.appliesTo(request)).length;
  return Math.max(withKey, requests.length - withKey);
}

/** Judges whether a client sent a request once for each call. */
function judgeCount(session: Session, operation: ProtocolOperation, calls = 1): Finding {
  const count = countSent(session, operation);
  if (count === calls) return pass('It sent the request once.');
  return deviation(`It sent the request ${count - calls + 1} times.`);
}

/** What a creation may be answered with so that the client does not learn what came of it. */
function lostAnswers(hasTimeout: boolean): readonly { what: string; step: Step; timeoutMs?: number }[] {
  const cut = { pieces: [head('201 Created', 'Content-Length: 200'), rexJson] };
  return [
    { what: 'a reset', step: { operation: 'createPet', fault: 'CONNECTION_RESET_BY_PEER', when: 'after' } },
    { what: 'a body that is cut off', step: write('createPet', { ...cut, end: 'close' }) },
    { what: 'a body that is reset', step: write('createPet', { ...cut, gap: 20, end: 'reset' }) },
    { what: 'broken JSON', step: answer('createPet', 201, '{"id":') },
    { what: 'HTML', step: answer('createPet', 201, '<html></html>', { headers: { 'Content-Type': 'text/html' } }) },
    { what: '201 without a body', step: answer('createPet', 201, '') },
    { what: '204', step: answer('createPet', 204, '') },
    ...(hasTimeout
      ? [
          {
            what: 'nothing',
            step: { operation: 'createPet', fault: 'STALL_HEADERS', when: 'after' },
            timeoutMs: 600,
          } as const,
        ]
      : []),
  ];
}

/** How long a client may wait before it repeats a request if Retry-After asks for no pause, in milliseconds. */
const longestPause = 3_000;

/** How often to call until a client uses a connection again: it may need a moment until one is free. */
const attempts = 5;

/** Calls until the fault of a reused connection is met. Returns the last result, how many calls it took, and whether it was met. */
async function callReused(
  session: Session,
  ...call: Call
): Promise<{ readonly result: ClientAnswer; readonly count: number; readonly isMet: boolean }> {
  for (let count = 1; ; count++) {
    await session.call('listPets');
    const result = await session.call(...call);
    const isMet = session.requests().some(({ faults }) => faults.length > 0);
    if (isMet || count === attempts) return { result, count, isMet };
  }
}

/** What Retry-After says, to which operation, and how long the call may take. */
type Wait = readonly [
  operation: 'listPets' | 'getPet',
  kind: 'seconds' | 'date' | 'past' | 'negative' | 'year' | 'long',
  timeoutMs?: number,
];

const waits: readonly Wait[] = [
  ...(['seconds', 'date', 'past', 'negative', 'year'] as const).map((kind) => ['listPets', kind] as const),
  ...(['seconds', 'date', 'year'] as const).map((kind) => ['getPet', kind] as const),
];

/** Pauses that end long after the call must, by more than the run waits. */
const longWaits: readonly Wait[] = [
  ['listPets', 'long', 1_000],
  ['getPet', 'long', 1_000],
];

/** Calls that are sent to another address, and how. */
const redirected: readonly (readonly [call: Call, status: number])[] = [
  [['listPets', {}], 307],
  [['listPets', {}], 301],
  [['listPets', {}], 302],
  [['listPets', {}], 308],
  [['getPet', { petId: '1' }], 307],
  [['createPet', newRex], 307],
  [['createPet', newRex], 303],
];

/** A creation with a name that is cut or changed sooner than a short one. */
const longCreation = { name: 'e\u0301 \u03a9  <Rex> '.repeat(30).trim(), categoryId: '1' } as const;

/** Looks whether a client follows a redirect of a GET within an origin. */
async function followsRedirects(harness: Harness): Promise<Finding | undefined> {
  const target = harness.open({ pets: rexes });
  const session = harness.open({ steps: [redirect('listPets', 307, `${target.baseUrl}/pets`)] });
  await session.call('listPets');
  return target.requests().length > 0 ? undefined : notExercised('The client did not follow a redirect.');
}

function redirect(operation: ProtocolOperation, status: number, location: string, times = 1) {
  return answer(operation, status, '', { headers: { Location: location }, times });
}

/** What is sent again, and where to: the cases 36 to 42, 60 and 74. */
export const repeatCases: readonly ConformanceCase[] = [
  {
    case: 36,
    name: 'sends a creation once if its connection drops',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'The store may have created the pet before the connection dropped: the second creation makes a second pet.',
    expected:
      'The creation arrives once. A client that opens a connection for each creation passes too, if it sends each once.',
    look: (harness) =>
      lookAtEach(['fresh', 'reused'], async (connection) => {
        if (connection === 'fresh') {
          const session = harness.open({
            steps: [{ operation: 'createPet', fault: 'EMPTY_RESPONSE', when: 'after', times: repeats }],
          });
          await session.call('createPet', newRex);
          return judgeCount(session, 'createPet');
        }
        const session = harness.open({
          pets: rexes,
          steps: [{ operation: 'createPet', fault: 'CLOSE_REUSED', when: 'after' }],
        });
        const { count, isMet } = await callReused(session, 'createPet', newRex);
        const finding = judgeCount(session, 'createPet', count);
        if (isMet || finding.kind !== 'pass') return finding;
        return pass('It sent each creation once, and each over a new connection.');
      }),
  },
  {
    case: 37,
    name: 'sends a creation once if the answer is 5xx',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'An error of the server does not say that nothing was created.',
    expected: 'The creation arrives once.',
    look: (harness) =>
      lookAtEach([503, 'Retry-After', 500, 502, 504, 520, 'HTML', 'no body'] as const, async (status) => {
        const others = {
          'Retry-After': answer('createPet', 503, errorBody(503), { headers: { 'Retry-After': '0' }, times: repeats }),
          HTML: { operation: 'createPet', fault: 'PROXY_HTML_502', times: repeats },
          'no body': answer('createPet', 503, '', { times: repeats }),
        } as const;
        const session = harness.open({
          steps: [typeof status === 'number' ? answerError('createPet', status, repeats) : others[status]],
        });
        await session.call('createPet', newRex);
        return judgeCount(session, 'createPet');
      }),
  },
  {
    case: 74,
    name: 'sends a creation once if it cannot read the answer',
    level: 'should',
    reference: 'RFC 9110, section 9.2.2',
    why: 'The store has created the pet, or may have: the second creation makes a second pet.',
    expected: 'The creation arrives once, if the answer is late, cut off, reset, empty or no JSON.',
    look: (harness) =>
      lookAtEach(lostAnswers(harness.capabilities.includes('timeout')), async ({ what, step, timeoutMs }) => {
        const session = harness.open({ steps: [{ ...step, times: repeats }] });
        await session.call('createPet', newRex, { ...(timeoutMs !== undefined && { timeoutMs }) });
        const { kind, seen } = judgeCount(session, 'createPet');
        return { kind, seen: `Answered with ${what}: ${seen}` };
      }),
  },
  {
    case: 38,
    name: 'repeats a GET that a dropped connection lost',
    level: 'info',
    reference: 'RFC 9110, section 9.2.2; RFC 9112, section 9.3.1',
    why: 'Servers close idle connections at any time, and a GET can be repeated without harm.',
    expected: 'The client returns the pets.',
    look: async (harness) => {
      const session = harness.open({ pets: rexes, steps: [{ operation: 'getPet', fault: 'CLOSE_REUSED' }] });
      const { result, isMet } = await callReused(session, 'getPet', { petId: '1' });
      return isMet ? judgePet(result, rex) : notExercised('The client did not use its connection again.');
    },
  },
  {
    case: 39,
    name: 'waits for Retry-After as it is meant',
    level: 'should',
    reference: 'RFC 9110, section 10.2.3',
    why: 'It may be a date or seconds, and a client that waits too briefly or a year helps nobody.',
    expected:
      'The client repeats no earlier than Retry-After allows, and does not wait for a past date, an invalid value, a year, or longer than the call may take.',
    needs: 'retries',
    look: async (harness) => {
      let repetitions = 0;
      const hasTimeout = harness.capabilities.includes('timeout');
      const finding = await lookAtEach(
        hasTimeout ? [...waits, ...longWaits] : waits,
        async ([operation, kind, timeoutMs]) => {
          const date = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 2_000);
          const values = {
            seconds: '1',
            date: date.toUTCString(),
            past: 'Fri, 31 Dec 1999 23:59:59 GMT',
            negative: '-5',
            year: '31536000',
            long: '8',
          };
          const session = harness.open({
            pets: rexes,
            steps: [answer(operation, 503, errorBody(503), { headers: { 'Retry-After': values[kind] } })],
          });
          const args = operation === 'getPet' ? { petId: '1' } : {};
          const result = await session.call(operation, args, { ...(timeoutMs !== undefined && { timeoutMs }) });
          const [first, second] = session.requests(operation);
          if (second !== undefined) repetitions += 1;
          const sent = `Asked to wait for ${values[kind]}, it`;
          const waited = 'error' in result && result.error.kind === 'timeout';
          if (waited && kind !== 'long') return deviation(`${sent} waited until its timeout.`);
          if ((kind === 'year' || kind === 'long') && second !== undefined)
            return deviation(`${sent} repeated the request within seconds.`);
          const pause = Date.parse(second?.time ?? '') - Date.parse(first?.time ?? '');
          if ((kind === 'past' || kind === 'negative') && pause > longestPause)
            return deviation(`${sent} waited for ${pause} ms.`);
          const due = kind === 'date' ? date.getTime() : kind === 'seconds' ? Date.parse(first?.time ?? '') + 1_000 : 0;
          const early = due - Date.parse(second?.time ?? date.toISOString());
          if (second !== undefined && early > 100)
            return deviation(`${sent} repeated the request ${early} ms too early.`);
          return pass(
            `${sent} ${second === undefined ? 'did not repeat the request' : 'repeated the request in time'}.`,
          );
        },
      );
      if (finding.kind === 'pass' && repetitions === 0) return notExercised('The client repeated no request.');
      return finding;
    },
  },
  {
    case: 40,
    name: 'does not repeat 400, 401 and 404',
    level: 'should',
    reference: 'RFC 9110, section 15.5',
    why: 'The same request is answered in the same way: repeating it is noise, and may lock the key.',
    expected: 'Each request arrives once.',
    look: (harness) =>
      lookAtEach(interfaceErrors, async ([[operation, args], status]) => {
        const session = harness.open({ steps: [answerError(operation, status, repeats)] });
        await session.call(operation, args);
        return judgeCount(session, operation);
      }),
  },
  {
    case: 41,
    name: 'keeps the key from another origin',
    level: 'should',
    reference: 'RFC 9110, section 15.4; Fetch standard, HTTP-redirect fetch',
    why: 'A client that sends its key along gives it to the author of the redirect.',
    expected: 'The client does not follow to another port or host, or follows without the key.',
    needs: 'redirects',
    look: async (harness) =>
      (await followsRedirects(harness)) ??
      lookAtEach(['127.0.0.1', 'localhost'], (host) => {
        return lookAtEach(redirected, async ([[operation, args], status]) => {
          const target = harness.open({ pets: rexes, server: 'other' });
          const location = `${target.baseUrl.replace('127.0.0.1', host)}/pets`;
          const session = harness.open({ steps: [redirect(operation, status, location)] });
          await session.call(operation, args);
          // What moved for good has not moved the key with it.
          if (status === 301 || status === 308) await harness.callAt(session.baseUrl, operation, args);
          const leaked = target.requests().some((request) => rules.key.appliesTo(request));
          if (leaked) return deviation(`Redirected with ${status}, it sent the key to ${location}.`);
          return pass(target.requests().length === 0 ? 'It did not follow.' : 'It followed without the key.');
        });
      }),
  },
  {
    case: 42,
    name: 'keeps the method at 307 and 308, and ends a loop',
    level: 'must',
    reference: 'RFC 9110, sections 15.4, 15.4.8 and 15.4.9',
    why: 'A creation that becomes a GET is lost silently, and an endless loop floods the server.',
    expected: 'The creation arrives as POST with its body, or is not sent on; a loop ends with an error.',
    needs: 'redirects',
    look: async (harness) =>
      (await followsRedirects(harness)) ??
      lookAtEach([307, 308, 'relative', 'nowhere', 'loop'] as const, async (status) => {
        if (status === 'loop') return judgeLoops(harness);
        if (status === 'relative') return judgeRelative(harness);
        if (status === 'nowhere') return judgeNowhere(harness);
        const target = harness.open({ steps: [answer('createPet', 201, rexJson)] });
        const session = harness.open({ steps: [redirect('createPet', status, `${target.baseUrl}/pets`)] });
        await session.call('createPet', longCreation);
        const [sent] = session.requests('createPet');
        const changed = target.requests().find((request) => !isSameCreation(request, sent));
        if (changed === undefined)
          return pass(target.requests().length === 0 ? 'It did not follow.' : 'It kept POST and the body.');
        return deviation(`For ${status}, it sent ${changed.method} with ${changed.body ?? 'no body'}.`);
      }),
  },
  {
    case: 60,
    name: 'takes no other pet for one that a redirect lost',
    level: 'should',
    reference: 'RFC 9110, sections 15.4.2, 15.4.3 and 15.4.4',
    why: 'A creation that is sent again makes a second pet, and the answer of a GET does not say that one was created.',
    expected:
      'The client follows 303 with GET or not at all, and does not return what a GET answered after 301 or 302.',
    needs: 'redirects',
    look: async (harness) =>
      (await followsRedirects(harness)) ??
      lookAtEach([303, 301, 302] as const, async (status) => {
        const target = harness.open({ pets: [{ id: 7, name: 'Rex', categoryId: 1 }] });
        const path = status === 303 ? '/pets' : '/pets/7';
        const session = harness.open({ steps: [redirect('createPet', status, `${target.baseUrl}${path}`)] });
        const result = await session.call('createPet', newRex);
        if (status === 303) {
          const repeated = target.requests().some(({ method }) => method === 'POST');
          return repeated
            ? deviation('It sent the creation again after 303.')
            : pass('It did not repeat the creation.');
        }
        if ('error' in result) return pass(describeResult(result));
        return deviation(`Redirected with ${status}: ${describeResult(result)} That pet was there before.`);
      }),
  },
];

/** How many redirects are a loop without an end. The limits of clients are from 5 to 50. */
const endlessLoop = 100;

/** The calls that are redirected to themselves, each with where to. */
const loops: readonly (readonly [call: Call, location: string])[] = [
  [list, 'pets'],
  [create, 'pets'],
  [get, '1'],
];

function judgeLoops(harness: Harness): Promise<Finding> {
  return lookAtEach(loops, async ([[operation, args], location]) => {
    const session = harness.open({ steps: [redirect(operation, 307, location, endlessLoop)] });
    const result = await session.call(operation, args, { timeoutMs: 20_000 }); // a busy machine follows slowly
    const { length } = session.requests();
    if (length > endlessLoop) return deviation(`It followed ${endlessLoop} times.`);
    return 'error' in result
      ? pass(`It failed after ${length} requests.`)
      : deviation(`${describeResult(result)} It had been redirected ${length} times.`);
  });
}

/** Looks what a client makes of a redirect without an address. */
function judgeNowhere(harness: Harness): Promise<Finding> {
  return lookAtEach(calls, async ([operation, args]) => {
    const session = harness.open({ steps: [answerError(operation, 307, repeats)] });
    const straysBefore = harness.strays().length;
    const result = await session.call(operation, args);
    const [path, ...paths] = [
      ...session.requests().map((request) => request.path),
      ...harness.strays().slice(straysBefore),
    ];
    const other = paths.find((each) => each !== path);
    if (other !== undefined) return deviation(`Redirected without a Location, it sent a request to ${other}.`);
    return 'error' in result ? pass(describeResult(result)) : deviation(describeResult(result));
  });
}

/** Looks where a client follows addresses that are relative (RFC 3986, section 5.2). */
function judgeRelative(harness: Harness): Promise<Finding> {
  return lookAtEach(['pets', './pets', 'the path of another base address'], async (start) => {
    const other = harness.open({ pets: rexes });
    const isOther = start.includes(' ');
    const location = `${isOther ? `${other.basePath}/pets` : start}?status=sold`;
    const session = harness.open({ pets: rexes, steps: [redirect('listPets', 307, location)] });
    const straysBefore = harness.strays().length;
    await session.call('listPets', { limit: '5' });
    const redirected = session.requests().findIndex(({ status }) => status === 307);
    const sent = [...session.requests().slice(redirected + 1), ...other.requests()].map(
      ({ path, query }) => `${path}?${query}`,
    );
    const wanted = `${isOther ? other.basePath : session.basePath}/pets?status=sold`;
    const wrong = harness.strays()[straysBefore] ?? sent.find((target) => target !== wanted);
    if (wrong !== undefined)
      return deviation(`Redirected to ${location}, it asked for ${wrong}, and not for ${wanted}.`);
    return pass(sent.length === 0 ? 'It did not follow.' : `It asked for ${wanted}.`);
  });
}

function isSameCreation(request: RecordedRequest, sent: RecordedRequest | undefined): boolean {
  const isCreation = request.method === 'POST' && request.operation === 'createPet';
  return isCreation && creationOf(request)?.name === (sent && creationOf(sent)?.name);
}
