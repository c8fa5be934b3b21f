import type { OperationName } from '@petstore/http';
import type { RecordedRequest, ScriptStep } from '@petstore/testing';
import type { ConformanceCase } from '../conformance-case.ts';
import type { ClientCall } from '../player/exchange.ts';
import type { Harness } from '../harness/harness.ts';
import { describeResult } from '../judge.ts';
import { mismatch, notExercised, pass, type Observation } from '../observation.ts';
import { readCreation } from '../rule.ts';
import { calls, createCall, getCall, listCall } from './calls.ts';
import { errorResponse, forEver, step, textResponse } from './responses.ts';
import { rules } from './rules.ts';
import { newRex, rexJson, storeWithRex } from './sample-pets.ts';

/** Calls that are redirected to another origin, each with the status. */
const redirected: readonly (readonly [call: ClientCall, status: number])[] = [
  ...[307, 301, 302, 308].map((status) => [listCall, status] as const),
  [getCall, 307],
  [createCall, 307],
  [createCall, 303],
];

/** A creation with a long name with awkward characters: it shows changes that a short name does not show. */
const longCreation = { name: 'e\u0301 \u03a9  <Rex> '.repeat(30).trim(), categoryId: '1' } as const;

/** How many redirects count as an endless loop. The limits of clients are between 5 and 50. */
const endlessLoop = 100;

/** Addresses relative to that of a list. A client sends no query but that of the address, and no fragment. */
const relativeLocations = ['pets?status=sold', './pets?status=sold', 'pets', 'pets?status=sold#top'];

/** Calls that are redirected to themselves, each with its Location. */
const loops: readonly (readonly [call: ClientCall, location: string])[] = [
  [listCall, 'pets'],
  [createCall, 'pets'],
  [getCall, '1'],
];

/** How redirects are followed: the cases 41, 42, 60, 76 and 78. */
export const redirectCases: readonly ConformanceCase[] = [
  {
    case: 41,
    name: 'sends the key to no other origin',
    level: 'should',
    reference: 'RFC 9110, section 15.4; Fetch standard, HTTP-redirect fetch',
    why: 'A client that sends its key along gives it to the author of the redirect.',
    expected: 'The client does not follow to another port or host, or it follows without the key.',
    needs: 'redirects',
    observe: async (harness) =>
      (await checkThatItFollows(harness)) ??
      harness.observeEach(['127.0.0.1', 'localhost'], (host) => {
        return harness.observeEach(redirected, async ([[operation, args], status]) => {
          const target = harness.open({ ...storeWithRex, server: 'other' });
          const location = `${target.baseUrl.replace('127.0.0.1', host)}/pets`;
          const session = harness.open({ steps: [redirectStep(operation, status, location)] });
          await session.call(operation, args);
          // A client may remember these two redirects. The key must not be sent to a remembered origin, either.
          const hasLeaked = () => target.requests().some((request) => rules.key.appliesTo(request));
          if (!hasLeaked() && (status === 301 || status === 308))
            await harness.callAt(session.baseUrl, operation, args);
          if (hasLeaked()) return mismatch(`It sent the key to ${location}.`);
          return pass(target.requests().length === 0 ? 'It did not follow.' : 'It followed without the key.');
        });
      }),
  },
  {
    case: 42,
    name: 'keeps the method at 307 and 308',
    level: 'must',
    reference: 'RFC 9110, sections 10.2.2, 15, 15.4.8 and 15.4.9',
    clause: 'the user agent MUST NOT change the request method if it performs an automatic redirection',
    why: 'A creation that becomes a GET is lost silently.',
    expected:
      'The creation arrives as POST with its body, or is not sent on. A list goes to the address that Location means.',
    needs: 'redirects',
    observe: async (harness) =>
      (await checkThatItFollows(harness)) ??
      harness.observeEach(
        [
          () => observeCreation(harness, 307),
          () => observeCreation(harness, 308),
          () => observeRelative(harness),
          () => observeNoLocation(harness),
        ],
        (observeRedirect) => observeRedirect(),
      ),
  },
  {
    case: 60,
    name: 'returns no other pet after a redirected creation',
    level: 'info',
    reference: 'RFC 9110, sections 15.4.2 and 15.4.3',
    why: 'Both sections let a client follow with GET, whose response does not say that a pet was created.',
    expected: 'The client does not return what a GET answered after 301 or 302 as the pet that it created.',
    needs: 'redirects',
    observe: async (harness) =>
      (await checkThatItFollows(harness)) ??
      harness.observeEach([301, 302], async (status) => {
        const target = harness.open({ pets: [{ id: 7, name: 'Rex', categoryId: 1 }] });
        const session = harness.open({ steps: [redirectStep('createPet', status, `${target.baseUrl}/pets/7`)] });
        const result = await session.call('createPet', newRex);
        if ('error' in result) return pass(describeResult(result));
        return mismatch(`${describeResult(result)} That pet was there before.`);
      }),
  },
  {
    case: 76,
    name: 'ends a loop of redirects',
    level: 'should',
    reference: 'RFC 9110, section 15.4',
    why: 'An endless loop floods the server, and the caller waits for ever.',
    expected: 'The client fails after some redirects.',
    needs: 'redirects',
    observe: async (harness) => (await checkThatItFollows(harness)) ?? observeLoops(harness),
  },
  {
    case: 78,
    name: 'sends no creation again at 303',
    level: 'should',
    reference: 'RFC 9110, section 15.4.4',
    why: 'The server has taken the creation, and says where to read about it. A second creation makes a second pet.',
    expected: 'The client follows with GET, or not at all.',
    needs: 'redirects',
    observe: async (harness) => (await checkThatItFollows(harness)) ?? observeSeeOther(harness),
  },
];

/** Makes the step that redirects. */
function redirectStep(operation: OperationName, status: number, location: string, times = 1): ScriptStep {
  return step(operation, textResponse(status, '', { Location: location }), times);
}

/** Checks that a client follows a redirect of a GET within an origin. Returns why the case is not exercised. */
async function checkThatItFollows(harness: Harness): Promise<Observation | undefined> {
  const target = harness.open(storeWithRex);
  const session = harness.open({ steps: [redirectStep('listPets', 307, `${target.baseUrl}/pets`)] });
  await session.call('listPets');
  return target.requests().length > 0 ? undefined : notExercised('The client did not follow a redirect.');
}

/** Observes whether a creation keeps its method and its body. */
async function observeCreation(harness: Harness, status: 307 | 308): Promise<Observation> {
  const target = harness.open({ steps: [step('createPet', textResponse(201, rexJson))] });
  const session = harness.open({ steps: [redirectStep('createPet', status, `${target.baseUrl}/pets`)] });
  await session.call('createPet', longCreation);
  const [sent] = session.requests('createPet');
  const changed = target.requests().find((request) => !isSameCreation(request, sent));
  if (changed === undefined)
    return pass(target.requests().length === 0 ? 'It did not follow.' : 'It kept POST and the body.');
  return mismatch(`It sent ${changed.method} with ${changed.body ?? 'no body'} to the new address.`);
}

function isSameCreation(request: RecordedRequest, sent: RecordedRequest | undefined): boolean {
  const isCreation = request.method === 'POST' && request.operation === 'createPet';
  return isCreation && readCreation(request)?.name === (sent && readCreation(sent)?.name);
}

/** Observes where a client follows relative addresses (RFC 3986, section 5.2). */
function observeRelative(harness: Harness): Promise<Observation> {
  return harness.observeEach([...relativeLocations, 'the path of another base address'], async (start) => {
    const other = harness.open(storeWithRex);
    const isOther = start.includes(' ');
    const location = isOther ? `${other.basePath}/pets?status=sold` : start;
    const session = harness.open({ ...storeWithRex, steps: [redirectStep('listPets', 307, location)] });
    const misdirectedBefore = harness.misdirected().length;
    await session.call('listPets', { limit: '5' });
    const index = session.requests().findIndex(({ status }) => status === 307);
    const sent = [...session.requests().slice(index + 1), ...other.requests()].map(({ path, query }) =>
      query === '' ? path : `${path}?${query}`,
    );
    const [query = ''] = /\?[^#]*/.exec(location) ?? [];
    const wanted = `${isOther ? other.basePath : session.basePath}/pets${query}`;
    const wrong = harness.misdirected()[misdirectedBefore] ?? sent.find((target) => target !== wanted);
    if (wrong !== undefined) return mismatch(`It asked for ${wrong}, and not for ${wanted}.`);
    return pass(sent.length === 0 ? 'It did not follow.' : `It asked for ${wanted}.`);
  });
}

/** Observes redirects without a Location. */
function observeNoLocation(harness: Harness): Promise<Observation> {
  return harness.observeEach(calls, async ([operation, args]) => {
    const session = harness.open({ steps: [step(operation, errorResponse(307), forEver)] });
    const misdirectedBefore = harness.misdirected().length;
    const result = await session.call(operation, args);
    const [path, ...paths] = [
      ...session.requests().map((request) => request.path),
      ...harness.misdirected().slice(misdirectedBefore),
    ];
    const other = paths.find((each) => each !== path);
    if (other !== undefined) return mismatch(`It sent a request to ${other}.`);
    return 'error' in result ? pass(describeResult(result)) : mismatch(describeResult(result));
  });
}

/** Observes what a client sends to the address of a 303 after a creation. */
async function observeSeeOther(harness: Harness): Promise<Observation> {
  const target = harness.open(storeWithRex);
  const session = harness.open({ steps: [redirectStep('createPet', 303, `${target.baseUrl}/pets`)] });
  await session.call('createPet', newRex);
  const repeated = target.requests().some(({ method }) => method === 'POST');
  return repeated ? mismatch('It sent the creation again.') : pass('It did not repeat the creation.');
}

function observeLoops(harness: Harness): Promise<Observation> {
  return harness.observeEach(loops, async ([[operation, args], location]) => {
    const session = harness.open({ steps: [redirectStep(operation, 307, location, endlessLoop)] });
    const result = await session.call(operation, args, { minTimeoutMs: 20_000 }); // a client on a busy machine follows slowly
    const { length } = session.requests();
    if (length > endlessLoop) return mismatch(`It followed ${endlessLoop} times.`);
    return 'error' in result
      ? pass(`It failed after ${length} requests.`)
      : mismatch(`${describeResult(result)} It was redirected ${length} times.`);
  });
}
