import { unwrap } from '@petstore/core';
import { createRedact } from '@petstore/http';
import { startServerWith } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import { createNodeHandler } from '@petstore/testing';
import { createTestStore } from '@petstore/testing';
import type { ConformanceCase, Watched } from './conformance-case.ts';
import { createEventLog } from './event-log.ts';
import { notSupported, type Finding } from './finding.ts';
import type { CheckReport } from './report.ts';
import { describe, verdictOf } from './run.ts';
import { createHarnessHandler } from './harness-handler.ts';

/** A store that watches the clients that call it. */
export interface Watch {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Stops, and returns what the requests showed. */
  stop(cases: readonly ConformanceCase[], repeat: string): Promise<readonly CheckReport[]>;
}

/** What stands before `/v1`, so that a client which drops it is seen. */
const basePath = '/deep/er';

/** How many requests are kept, and how many bytes of them. */
const most = { maxRequests: 100_000, maxRequestBytes: 67_108_864 };

/** How many pieces of what went over the wire are kept. */
const mostEvents = 1_000;

/** Whether a target is meant for the interface: a browser also asks for its icon. */
const isOfInterface = /\/pets(?:[/?]|$)/;

const pets = [
  { id: 1, name: 'Mimi', categoryId: 2, status: 'available' },
  { id: 2, name: 'Rex', categoryId: 1 },
] as const;

/**
 * Starts a store that watches.
 *
 * @returns a promise that rejects with a ListenFailure if it cannot listen
 */
export async function startWatch(host: string, port: number): Promise<Watch> {
  const apiKey = `key-${randomBytes(12).toString('hex')}`;
  const redact = createRedact([apiKey]);
  let stray: string | undefined;
  let violation: string | undefined;
  const events = createEventLog(mostEvents);
  const testStore = createTestStore({ pets, apiKeys: [apiKey], basePath, ...most });
  const store = createNodeHandler(testStore);
  const handler = createHarnessHandler(
    (path) => (path.startsWith(`${basePath}/`) ? store : undefined),
    ({ method, target }) => {
      if (isOfInterface.test(target)) stray ??= `${method} ${redact(target)}`;
    },
    (message) => (violation ??= message),
  );
  const server = await unwrap(startServerWith(handler, { host, port, drainTimeout: 0 }, events.watch));
  return {
    baseUrl: server.url.replace(/\/v1$/, `${basePath}/v1`),
    apiKey,
    async stop(cases, repeat) {
      testStore.stop();
      void (await server.close());
      const watched = { requests: testStore.controls.requests(), stray, violation };
      return cases.map((each) => {
        const { kind, seen } = judge(each, watched);
        const log = kind === 'deviation' ? events.lines(redact) : [];
        return { ...describe(each, verdictOf(kind, each.level)), seen, log, repeat };
      });
    },
  };
}

/** A request that was refused for its key shows mistakes, but not that the client does its job. */
function judge({ watch }: ConformanceCase, watched: Watched): Finding {
  if (watch === undefined) return notSupported('serve cannot see this: use petstore-kit conformance run.');
  const finding = watch(watched);
  if (finding.kind !== 'pass') return finding;
  return watch({ ...watched, requests: watched.requests.filter(({ status }) => status !== 401) });
}
