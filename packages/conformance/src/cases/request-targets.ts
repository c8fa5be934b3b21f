import { INT64_MAX, INT64_MIN } from '@petstore/core';
import { decodeUnreserved } from '@petstore/http';
import type { CallArguments } from '../adapter/protocol.ts';
import { describeResult } from '../harness/calls.ts';
import { mismatch, notExercised, notSupported, pass } from '../observation/observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { judgeRequests } from '../player/requests.ts';
import { textResponse } from '../player/responses.ts';
import { calls, getCall, newSoldRex, readCalls, storeWithRex } from '../player/samples.ts';
import { rules } from './rules.ts';

/** The arguments of lists, in their order. The last one must not show in the creation and the get that follow. */
const lists: readonly CallArguments[] = [
  { limit: '1' },
  {},
  { status: 'sold' },
  { limit: '100', status: 'available' },
  { limit: '20', status: 'pending' },
  { limit: '7' },
  { limit: '20' },
  { limit: '21' },
  { limit: '99' },
  { limit: '100' },
  { status: 'available' },
  {},
  { limit: '100', status: 'pending' },
];

/** Statuses with what a query reserves, and with what looks encoded. */
const awkwardStatuses = ['a b+c&d=é%', '%41'];

/** Ids that every client can send. Some languages write a large one with separators, or as 1e+06. */
const commonIds = ['1', '10', '42', '1000', '1000000', '2147483647'];

/** Ids that a double rounds, that 32 bits cannot hold, or that some languages take for absent. A client may refuse them. */
const awkwardIds = [2n ** 31n, 2n ** 32n + 1n, 2n ** 53n + 1n, INT64_MAX, 10n ** 18n, 0n, -1n, INT64_MIN].map(String);

const goesToItsPath: Expectation = {
  judge({ call: [operation], result, sent, misdirected: [misdirected], store }) {
    const wanted = `${store.basePath}/pets${operation === 'getPet' ? '/1' : ''}`;
    const other = store.requests().find(({ path }) => decodeUnreserved(path) !== wanted)?.path ?? misdirected;
    if (other !== undefined) return mismatch(`With the base address ${store.baseUrl}, it sent a request to ${other}.`);
    if (sent.length === 0) return notExercised(`The client sent no request. ${describeResult(result)}`);
    return pass(`It sent a request to ${wanted}.`);
  },
};

const goesToItsServer: Expectation = {
  judge({ result, sent, misdirected, store }) {
    const { host } = new URL(store.baseUrl);
    const lost = misdirected.find((line) => line.includes(`${store.basePath}/`));
    if (lost !== undefined)
      return mismatch(`With the base address ${store.baseUrl}, it sent ${lost} to another server.`);
    if (sent.length === 0) return notExercised(`The client sent no request. ${describeResult(result)}`);
    // HTTP/1.0 has no Host.
    const wrong = sent.find(({ headers }) => (headers.host ?? host).toLowerCase() !== host);
    if (wrong === undefined) return pass(`It sent Host: ${host}.`);
    return mismatch(`With the base address ${store.baseUrl}, it sent Host: ${wrong.headers.host ?? ''}.`);
  },
};

export const requestTargetCases: readonly ConformanceCase[] = [
  {
    case: 1,
    name: 'keeps the whole path of the base address',
    level: 'must',
    reference: 'interface document, parts 1 and 4; RFC 3986, section 3.3',
    why: 'A service behind a gateway has a path of its own. A request to another path reaches something else.',
    expected: 'Every request goes to the base address followed by one slash and the path of the operation.',
    rows: [false, true].flatMap((trailingSlash) =>
      calls.map((call) => ({
        store: { ...storeWithRex, prefix: '/Deep/eR', trailingSlash },
        call,
        expect: goesToItsPath,
        options: { maySendNothing: true },
      })),
    ),
  },
  {
    case: 2,
    name: 'percent-encodes a query once',
    level: 'must',
    reference: 'RFC 3986, sections 2.1, 2.2 and 2.4',
    why: 'A value with an & otherwise becomes two parameters, and one that is encoded twice is another value.',
    expected: `The query has the status as it was given, such as “${awkwardStatuses[0]}”, or the client refuses the status and sends nothing.`,
    rows: awkwardStatuses.map((status) => ({
      call: ['listPets', { status }],
      response: textResponse(200, '[]'),
      expect: sendsStatus(status),
      options: { maySendNothing: true },
    })),
  },
  {
    case: 3,
    name: 'sends limit and status only if they are given',
    level: 'must',
    reference: 'interface document, part 4.1',
    why: 'An empty or misspelt parameter asks another question, which a store may refuse or answer differently.',
    expected: 'The query has exactly the parameters that the client was given, with their values.',
    observe: (trial) => {
      const store = trial.open(storeWithRex); // one session, so that arguments of an earlier call show
      const observeLists = () =>
        trial.observeEach(lists, async (args) => {
          const before = store.requests('listPets').length;
          await store.call('listPets', args);
          const wanted = Object.entries(args).map(([name, value]) => `${name}=${value}`);
          for (const { query } of store.requests('listPets').slice(before)) {
            const parameters = [...new URLSearchParams(query)];
            const sent = parameters.map(([name, value]) => `${name}=${value}`);
            const isRepeated = new Set(parameters.map(([name]) => name)).size !== parameters.length;
            // limit=20 may be sent or left out: it is the default.
            const missing = wanted.filter((each) => !sent.includes(each) && each !== 'limit=20');
            const more = sent.filter((each) => !wanted.includes(each) && each !== 'limit=20');
            if (missing.length + more.length === 0 && !isRepeated) continue;
            return mismatch(`It sent ${query === '' ? 'no query' : `?${query}`}.`);
          }
          return pass('It sent what it was given.');
        });
      const observeOthers = () =>
        trial.observeEach([['createPet', newSoldRex], getCall] as const, async ([operation, args]) => {
          await store.call(operation, args);
          return judgeRequests(rules.noQuery, store.requests(operation));
        });
      return trial.observeInTurn(observeLists, observeOthers);
    },
  },
  {
    case: 53,
    name: 'sends petId exactly',
    level: 'must',
    reference: 'interface document, part 4.3',
    why: 'A rounded id is that of another pet, and nobody notices.',
    expected: 'The path has exactly the digits of the id, or the client refuses the id and sends nothing.',
    rows: [...commonIds, ...awkwardIds].map((petId) => ({
      call: ['getPet', { petId }],
      response: textResponse(200, `{"id":${petId},"name":"Rex","categoryId":1}`),
      expect: sendsId(petId),
      options: { maySendNothing: awkwardIds.includes(petId) },
    })),
  },
  {
    case: 64,
    name: 'sends each request to its server, with the right Host',
    level: 'must',
    reference: 'RFC 9112, section 3.2; RFC 9110, section 7.2',
    why: 'A proxy chooses the service by Host, and a connection leads to one server only. Otherwise another service gets the request.',
    expected: 'Each request goes to the host and port of the base address, and has them in its header Host.',
    rows: (['main', 'other', 'main'] as const).flatMap((server) =>
      (server === 'other' ? calls : readCalls).map((call) => ({
        store: { ...storeWithRex, server },
        call,
        expect: goesToItsServer,
        options: { maySendNothing: true },
      })),
    ),
  },
];

/** The query has exactly this status, percent-encoded once. A client with a type for a status may refuse this one. */
function sendsStatus(status: string): Expectation {
  return {
    judge({ result, store }) {
      const [request] = store.requests();
      if (request === undefined) return notSupported(`The client refuses such a status. ${describeResult(result)}`);
      const isEncoded = /^(?:[!$&-;=?-Z_a-z~]|%[\dA-F]{2})*$/i.test(request.query);
      const sent = new URLSearchParams(request.query).getAll('status');
      const isSame = sent.length === 1 && sent[0] === status;
      return (isEncoded && isSame ? pass : mismatch)(`It sent ?${request.query}.`);
    },
  };
}

/** The path has exactly these digits, or the client refuses the id. */
function sendsId(petId: string): Expectation {
  return {
    judge({ result, store }) {
      const sent = store.requests().map(({ method, path }) => `${method} ${decodeUnreserved(path)}`);
      const wrong = sent.find((line) => line !== `GET ${store.basePath}/pets/${petId}`);
      if (wrong !== undefined) return mismatch(`It sent ${wrong}.`);
      if (sent.length > 0) return pass(`It sent ${petId}.`);
      return 'error' in result ? pass(`It refused the id ${petId}.`) : mismatch(describeResult(result));
    },
  };
}
