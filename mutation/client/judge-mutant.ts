// A thread that looks at one client, which may hang: first as it is changed everywhere, then in one operation alone.
import { parentPort, workerData } from 'node:worker_threads';
import { cases } from '../../packages/conformance/src/cases/cases.ts';
import type { ClientFixture } from '../../packages/conformance/src/connected-client.ts';
import { connectTestee } from '../../packages/conformance/src/connected-client.ts';
import { createEventLog } from '../../packages/conformance/src/event-log.ts';
import { openHarness } from '../../packages/conformance/src/harness.ts';
import { runCases } from '../../packages/conformance/src/run.ts';

export interface Job {
  /** The bundle of the client: a module. */
  readonly code: string;
  /** The cases, in the order in which they are asked. */
  readonly order: readonly number[];
  /** In which operation the change holds. */
  readonly only?: string | undefined;
  /** Whether to go on after the first case that sees the client. */
  readonly isWhole?: boolean;
}

export type News =
  | { readonly kind: 'begin'; readonly case: number }
  | {
      readonly kind: 'seen';
      readonly case: number;
      readonly verdict: string;
      readonly level: string;
      readonly milliseconds: number;
      readonly seen: string;
    }
  | { readonly kind: 'end'; readonly isReached: boolean };

const { code, order, only, isWhole = false } = workerData as Job;
const tell = (news: News) => parentPort?.postMessage(news);

let operation = '';
let isReached = false;
Object.assign(globalThis, {
  isMutated() {
    if (only !== undefined && only !== operation) return false;
    isReached = true;
    return true;
  },
});

const { makeFixture } = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as {
  readonly makeFixture: () => ClientFixture;
};

/** Notes which operation is called: the run calls one at a time. */
function noting(fixture: ClientFixture): ClientFixture {
  return {
    ...fixture,
    async connect(options) {
      operation = 'connect';
      const client = await fixture.connect(options);
      return new Proxy(client, {
        get(target, name, receiver) {
          operation = String(name);
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
    },
  };
}

const events = createEventLog();
const harness = await openHarness(connectTestee(noting(makeFixture()), events.add), events);
for (const number of order) {
  tell({ kind: 'begin', case: number });
  const start = process.cpuUsage();
  const some = cases.filter((each) => each.case === number);
  const [check] = await runCases(harness, some, () => '');
  const { user, system } = process.cpuUsage(start);
  const { verdict = 'harness_error', level = 'must', seen = '' } = check ?? {};
  if (verdict !== 'pass' || isWhole) {
    tell({ kind: 'seen', case: number, verdict, level, milliseconds: (user + system) / 1_000, seen });
  }
  if (!isWhole && ['fail', 'warn', 'note'].includes(verdict)) break;
}
tell({ kind: 'end', isReached });
