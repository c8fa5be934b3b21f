import type { RecordedRequest } from '@petstore/testing';
import { type CaseResponse, type ClientCall, describeResult } from '../harness/calls.ts';
import type { Trial } from '../harness/trial.ts';
import { mismatch, notExercised, type Observation, pass } from '../observation/observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { hasKey, readCreation } from '../player/requests.ts';
import { errorResponse, redirectTo, textResponse } from '../player/responses.ts';
import { calls, createCall, getCall, listCall, rexJson, storeWithRex } from '../player/samples.ts';
import { rules } from './rules.ts';

const redirected: readonly (readonly [call: ClientCall, status: number])[] = [
  ...[307, 301, 302, 308].map((status) => [listCall, status] as const),
  [getCall, 307],
  [createCall, 307],
  [createCall, 303],
];

/** A creation with a long name with awkward characters: it shows changes that a short name does not show. */
const longCreation: ClientCall = ['createPet', { name: 'e\u0301 \u03a9  <Rex> '.repeat(30).trim(), categoryId: '1' }];

const listFive: ClientCall = ['listPets', { limit: '5' }];

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

/** If the client follows, then with the method and the body of the creation. */
const keepsCreation: Expectation = {
  judge({ sent: [first], elsewhere }) {
    const isSame = (request: RecordedRequest) =>
      request.method === 'POST' &&
      request.operation === 'createPet' &&
      readCreation(request)?.name === (first && readCreation(first)?.name);
    const changed = elsewhere.requests().find((request) => !isSame(request));
    if (changed !== undefined)
      return mismatch(`It sent ${changed.method} with ${changed.body ?? 'no body'} to the new address.`);
    return pass(elsewhere.requests().length === 0 ? 'It did not follow.' : 'It kept POST and the body.');
  },
};

/** Without a Location, the client asks for no other address. */
const staysWithoutLocation: Expectation = {
  judge({ misdirected, store }) {
    const [path, ...paths] = [...store.requests().map((request) => request.path), ...misdirected];
    const other = paths.find((each) => each !== path);
    return other === undefined ? pass('It asked for no other address.') : mismatch(`It sent a request to ${other}.`);
  },
};

/** The client does not return the pet of the other store. */
const returnsNoOtherPet: Expectation = {
  judge: ({ result }) =>
    'error' in result ? pass(describeResult(result)) : mismatch(`${describeResult(result)} That pet was there before.`),
};

const endsLoop: Expectation = {
  judge({ result, store }) {
    const { length } = store.requests();
    if (length > endlessLoop) return mismatch(`It followed ${endlessLoop} times.`);
    return 'error' in result
      ? pass(`It failed after ${length} requests.`)
      : mismatch(`${describeResult(result)} It was redirected ${length} times.`);
  },
};

const doesNotCreateAgain: Expectation = {
  judge({ elsewhere }) {
    const requests = elsewhere.requests();
    if (requests.some(({ method }) => method === 'POST')) return mismatch('It sent the creation again.');
    const kept = requests.map((request) => rules.getBody.findMismatch(request)).find((each) => each !== undefined);
    return kept === undefined ? pass('It did not repeat the creation.') : mismatch(kept);
  },
};

const cases: readonly ConformanceCase[] = [
  {
    case: 41,
    name: 'sends the key to no other origin',
    level: 'should',
    reference: 'RFC 9110, section 15.4; Fetch standard, HTTP-redirect fetch',
    why: 'A client that sends its key along gives it to the author of the redirect.',
    expected: 'The client does not follow to another port or host, or it follows without the key.',
    observe: (trial) =>
      trial.observeEach(['127.0.0.1', 'localhost'], (host) =>
        trial.observeEach(redirected, async ([[operation, args], status]) => {
          const target = trial.open({ ...storeWithRex, server: 'other' });
          const location = `${target.baseUrl.replace('127.0.0.1', host)}/pets`;
          const store = trial.open();
          await store.call(operation, args, { response: { ...redirectTo(status, location), times: 1 } });
          // A client may remember these two redirects. The key must not be sent to a remembered origin, either.
          const hasLeaked = () => target.requests().some(hasKey);
          if (!hasLeaked() && (status === 301 || status === 308))
            await store.call(operation, args, { maySendNothing: true });
          if (hasLeaked()) return mismatch(`It sent the key to ${location}.`);
          return pass(target.requests().length === 0 ? 'It did not follow.' : 'It followed without the key.');
        }),
      ),
  },
  {
    case: 42,
    name: 'keeps the method at 307 and 308',
    level: 'must',
    reference: 'RFC 9110, sections 15.4.8 and 15.4.9',
    why: 'A creation that becomes a GET is lost silently.',
    expected: 'The creation arrives as POST with its body, or is not sent on.',
    rows: [307, 308].map((status) => ({
      elsewhere: { responses: { createPet: textResponse(201, rexJson) } },
      call: longCreation,
      response: toPetsOf(status),
      expect: keepsCreation,
    })),
  },
  {
    case: 60,
    name: 'returns no other pet after a redirected creation',
    level: 'info',
    reference: 'RFC 9110, sections 15.4.2 and 15.4.3',
    why: 'Both sections let a client follow with GET, whose response does not say that a pet was created.',
    expected: 'The client does not return what a GET answered after 301 or 302 as the pet that it created.',
    rows: [301, 302].map((status) => ({
      elsewhere: { pets: [{ id: 7, name: 'Rex', categoryId: 1 }] },
      call: createCall,
      response: ({ baseUrl }) => redirectTo(status, `${baseUrl}/pets/7`),
      expect: returnsNoOtherPet,
    })),
  },
  {
    case: 76,
    name: 'ends a loop of redirects',
    level: 'should',
    reference: 'RFC 9110, section 15.4',
    why: 'An endless loop floods the server, and the caller waits for ever.',
    expected: 'The client fails after some redirects.',
    rows: loops.map(([call, location]) => ({
      call,
      response: { ...redirectTo(307, location), times: endlessLoop },
      expect: endsLoop,
      options: { minTimeoutMs: 20_000 }, // a client on a busy machine follows slowly
    })),
  },
  {
    case: 78,
    name: 'sends no creation again at 303',
    level: 'should',
    reference: 'RFC 9110, sections 9.3.1 and 15.4.4',
    why: 'The server has taken the creation, and says where to read about it. A second creation makes a second pet.',
    expected: 'The client follows with GET, without the body of the creation, or not at all.',
    rows: [{ elsewhere: storeWithRex, call: createCall, response: toPetsOf(303), expect: doesNotCreateAgain }],
  },
  {
    case: 85,
    name: 'goes to the address that Location means',
    level: 'must',
    reference: 'RFC 9110, sections 7.2 and 10.2.2; RFC 3986, sections 5.2.2 and 5.2.3',
    why: 'A server may write a relative address. If it is resolved wrongly, the request reaches something else.',
    expected:
      'If the client follows, then to the address that Location means: with its query, without its fragment, and with its host and port in Host.',
    rows: [
      // Relative addresses (RFC 3986, section 5.2): of the store itself, and of another base address.
      ...relativeLocations.map((location) => ({
        call: listFive,
        response: { ...redirectTo(307, location), times: 1 },
        expect: followsTo(location.replace('./', '').replace(/#.*/, '')),
      })),
      {
        elsewhere: storeWithRex,
        call: listFive,
        response: ({ basePath }) => redirectTo(307, `${basePath}/pets?status=sold`),
        expect: followsTo('pets?status=sold'),
      },
      // Another origin, by both names of this machine.
      ...['127.0.0.1', 'localhost'].flatMap((name) =>
        calls.map((call) => ({
          elsewhere: { server: 'other', responses: { createPet: textResponse(201, rexJson) } } as const,
          call,
          response: toPetsOf(307, name),
          expect: followsTo('pets', name),
        })),
      ),
      ...calls.map((call) => ({ call, response: errorResponse(307), expect: staysWithoutLocation })),
    ],
  },
];

/** A client that does not follow redirects is not judged by these cases. */
export const redirectCases = cases.map((each) => ({ ...each, needs: 'redirects', requires: follows }) as const);

/** Redirects to the pets of the other store, by a name of this machine. */
function toPetsOf(status: number, name = '127.0.0.1'): (elsewhere: { readonly baseUrl: string }) => CaseResponse {
  return ({ baseUrl }) => redirectTo(status, `${baseUrl.replace('127.0.0.1', name)}/pets`);
}

/** Checks that a client follows a redirect of a GET within an origin. */
async function follows(trial: Trial): Promise<Observation> {
  const target = trial.open(storeWithRex);
  await trial.open().call('listPets', {}, { response: redirectTo(307, `${target.baseUrl}/pets`) });
  return target.requests().length > 0
    ? pass('It followed a redirect.')
    : notExercised('The client did not follow a redirect.');
}

/** If the client follows, then to this target below the base address of the other store. */
function followsTo(wantedTarget: string, name = '127.0.0.1'): Expectation {
  return {
    judge({ misdirected: [misdirected], store, elsewhere }) {
      const sent = store.requests();
      const index = sent.findIndex(({ status }) => status === 307);
      const followed = [...sent.slice(index + 1), ...(elsewhere === store ? [] : elsewhere.requests())];
      const targets = followed.map(({ path, query }) => (query === '' ? path : `${path}?${query}`));
      const wanted = `${elsewhere.basePath}/${wantedTarget}`;
      const wrong = misdirected ?? targets.find((target) => target !== wanted);
      if (wrong !== undefined) return mismatch(`It asked for ${wrong}, and not for ${wanted}.`);
      const host = new URL(elsewhere.baseUrl).host.replace('127.0.0.1', name);
      // HTTP/1.0 has no Host.
      const other = followed.map(({ headers }) => headers.host ?? host).find((each) => each.toLowerCase() !== host);
      if (other !== undefined) return mismatch(`It sent Host: ${other} to ${host}.`);
      return pass(targets.length === 0 ? 'It did not follow.' : `It asked for ${wanted}.`);
    },
  };
}
