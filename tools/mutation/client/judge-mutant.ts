// A thread that judges one client. The client may hang, so the thread may have to be ended.
import { parentPort, workerData } from 'node:worker_threads';
import { cases } from '../../../packages/conformance/src/cases/cases.ts';
import type { ClientFixture } from '../../../packages/conformance/src/adapter/client-fixture.ts';
import { connectClient } from '../../../packages/conformance/src/adapter/client-fixture.ts';
import { createEventLog } from '../../../packages/conformance/src/harness/event-log.ts';
import { openHarness } from '../../../packages/conformance/src/harness/harness.ts';
import { judgeCases } from '../../../packages/conformance/src/judge-cases.ts';

export interface Job {
  /** The bundle of the client: a module. */
  readonly code: string;
  /** The numbers of the cases, in the order in which they run. */
  readonly order: readonly number[];
  /** The only operation with the change; absent if all have it. */
  readonly only?: string | undefined;
  /** Whether to change nothing, and to report the marks that are reached. */
  readonly isProbe?: boolean;
}

export interface Reached {
  readonly case: number;
  readonly operation: string;
  readonly mark: number;
}

export type News =
  | (Reached & { readonly kind: 'reached' })
  | { readonly kind: 'begin'; readonly case: number }
  | {
      readonly kind: 'seen';
      readonly case: number;
      readonly verdict: string;
      readonly level: string;
      readonly seen: string;
    }
  | { readonly kind: 'end' };

const { code, order, only, isProbe = false } = workerData as Job;
const tell = (news: News) => parentPort?.postMessage(news);

let operation = '';
let current = 0;
const known = new Set<string>();
Object.assign(globalThis, {
  isMutated(mark = 0) {
    if (!isProbe) return only === undefined || only === operation;
    const key = [mark, current, operation].join(' ');
    if (!known.has(key)) tell({ kind: 'reached', mark, case: current, operation });
    known.add(key);
    return false;
  },
});

const { makeFixture } = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as {
  readonly makeFixture: () => ClientFixture;
};

/** Records which operation is being called. The run calls one at a time. */
function recordOperation(fixture: ClientFixture): ClientFixture {
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
const harness = await openHarness(connectClient(recordOperation(makeFixture()), events.add), events);
for (const number of order) {
  current = number;
  tell({ kind: 'begin', case: number });
  const chosen = cases.filter((each) => each.case === number);
  const [check] = await judgeCases(harness, chosen, () => '');
  const { verdict = 'harness_error', level = 'must', seen = '' } = check ?? {};
  if (verdict !== 'pass') tell({ kind: 'seen', case: number, verdict, level, seen });
  if (['fail', 'warn', 'note'].includes(verdict)) break;
}
tell({ kind: 'end' });
