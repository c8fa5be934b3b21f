import { decodeUnreserved } from '@petstore/http';
import { describeResult } from '../judge.ts';
import { mismatch, notExercised, pass } from '../observation.ts';
import type { ConformanceCase, Expectation } from '../player/conformance-case.ts';
import { calls, readCalls, storeWithRex } from '../player/samples.ts';

/** Every request goes to the base address followed by the path of the operation. */
const goesToItsPath: Expectation = {
  judge({ call: [operation], result, sent, misdirected: [misdirected], store }) {
    const wanted = `${store.basePath}/pets${operation === 'getPet' ? '/1' : ''}`;
    const other = store.requests().find(({ path }) => decodeUnreserved(path) !== wanted)?.path ?? misdirected;
    if (other !== undefined) return mismatch(`With the base address ${store.baseUrl}, it sent a request to ${other}.`);
    if (sent.length === 0) return notExercised(`The client sent no request. ${describeResult(result)}`);
    return pass(`It sent a request to ${wanted}.`);
  },
};

/** Every request goes to the server of the base address, and names it in its header Host. */
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

/** How the base address is used: the cases 1 and 64. */
export const baseAddressCases: readonly ConformanceCase[] = [
  {
    case: 1,
    name: 'keeps the whole path of the base address',
    level: 'must',
    reference: 'interface document, parts 1 and 4; RFC 3986, section 3.3',
    clause: 'Each ends in /v1, and the paths below start behind it.',
    why: 'A service behind a gateway has a path of its own. A request to another path reaches something else.',
    expected: 'Every request goes to the base address followed by one slash and the path of the operation.',
    rows: [false, true].flatMap((trailingSlash) =>
      calls.map((call) => ({
        store: { ...storeWithRex, prefix: '/Deep/eR', trailingSlash },
        calls: [{ call, expect: goesToItsPath, options: { maySendNothing: true } }],
      })),
    ),
  },
  {
    case: 64,
    name: 'sends each request to its server, with the right Host',
    level: 'must',
    reference: 'RFC 9112, section 3.2; RFC 9110, section 7.2',
    clause: 'a client MUST send a field value for Host that is identical to that authority component',
    why: 'A proxy chooses the service by Host, and a connection leads to one server only. Otherwise another service gets the request.',
    expected: 'Each request goes to the host and port of the base address, and has them in its header Host.',
    rows: (['main', 'other', 'main'] as const).flatMap((server) =>
      (server === 'other' ? calls : readCalls).map((call) => ({
        store: { ...storeWithRex, server },
        calls: [{ call, expect: goesToItsServer, options: { maySendNothing: true } }],
      })),
    ),
  },
];
