import { decodeUnreserved } from '@petstore/http';
import type { ConformanceCase } from '../conformance-case.ts';
import { describeResult } from '../judge.ts';
import { mismatch, notExercised, pass } from '../observation.ts';
import { calls, readCalls } from './calls.ts';
import { storeWithRex } from './sample-pets.ts';

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
    observe: (harness) =>
      harness.observeEach([false, true], (trailingSlash) =>
        harness.observeEach(calls, async ([operation, args]) => {
          const session = harness.open({ ...storeWithRex, prefix: '/Deep/eR', trailingSlash });
          const result = await session.call(operation, args, { maySendNothing: true });
          const wanted = `${session.basePath}/pets${operation === 'getPet' ? '/1' : ''}`;
          const other =
            session.requests().find(({ path }) => decodeUnreserved(path) !== wanted)?.path ?? harness.misdirected()[0];
          if (other !== undefined)
            return mismatch(`With the base address ${session.baseUrl}, it sent a request to ${other}.`);
          if (session.requests(operation).length === 0)
            return notExercised(`The client sent no request. ${describeResult(result)}`);
          return pass(`It sent a request to ${wanted}.`);
        }),
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
    observe: (harness) =>
      harness.observeEach(['main', 'other', 'main'] as const, (server) =>
        harness.observeEach(server === 'other' ? calls : readCalls, async ([operation, args]) => {
          const session = harness.open({ ...storeWithRex, server });
          const result = await session.call(operation, args, { maySendNothing: true });
          const { host } = new URL(session.baseUrl);
          const misdirected = harness.misdirected().find((line) => line.includes(`${session.basePath}/`));
          if (misdirected !== undefined)
            return mismatch(`With the base address ${session.baseUrl}, it sent ${misdirected} to another server.`);
          const requests = session.requests(operation);
          if (requests.length === 0) return notExercised(`The client sent no request. ${describeResult(result)}`);
          // HTTP/1.0 has no Host.
          const wrong = requests.find(({ headers }) => (headers.host ?? host).toLowerCase() !== host);
          if (wrong === undefined) return pass(`It sent Host: ${host}.`);
          return mismatch(`With the base address ${session.baseUrl}, it sent Host: ${wrong.headers.host ?? ''}.`);
        }),
      ),
  },
];
