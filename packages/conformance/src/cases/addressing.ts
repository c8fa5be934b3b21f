import type { ConformanceCase } from '../conformance-case.ts';
import { deviation, lookAtEach, notExercised, pass } from '../finding.ts';
import { describeResult } from '../judge.ts';
import { calls, gets, rexes } from './replies.ts';

/** Which server a request reaches: the case 64. */
export const addressingCases: readonly ConformanceCase[] = [
  {
    case: 64,
    name: 'reaches its server, and names it in Host',
    level: 'must',
    reference: 'RFC 9112, section 3.2; RFC 9110, section 7.2',
    why: 'A proxy chooses the service by Host, and a connection to one server is none to another: another service gets the request.',
    expected: 'Each request goes to the host and the port of the base address, which are also its header Host.',
    look: (harness) =>
      lookAtEach(['main', 'other', 'main'] as const, (server) =>
        lookAtEach(server === 'other' ? calls : gets, async ([operation, args]) => {
          const session = harness.open({ pets: rexes, server });
          const result = await session.call(operation, args, { maySendNothing: true });
          const { host } = new URL(session.baseUrl);
          const stray = harness.strays().find((line) => line.includes(`${session.basePath}/`));
          if (stray !== undefined)
            return deviation(`Asked for ${session.baseUrl}, it sent ${stray} to another server.`);
          const requests = session.requests(operation);
          if (requests.length === 0) return notExercised(`The client sent no request. ${describeResult(result)}`);
          // HTTP/1.0 has no Host.
          const wrong = requests.find(({ headers }) => (headers.host ?? host).toLowerCase() !== host);
          if (wrong === undefined) return pass(`It sent Host: ${host}.`);
          return deviation(`Asked for ${session.baseUrl}, it sent Host: ${wrong.headers.host ?? ''}.`);
        }),
      ),
  },
];
