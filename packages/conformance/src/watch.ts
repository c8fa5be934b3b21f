import { unwrap } from '@petstore/core';
import { createRedact } from '@petstore/http';
import { startServerWith } from '@petstore/http-node';
import { createTestStoreHandler, createTestStore } from '@petstore/testing';
import { randomBytes } from 'node:crypto';
import type { ConformanceCase, WatchedTraffic } from './conformance-case.ts';
import { createEventLog } from './harness/event-log.ts';
import { createHarnessHandler } from './harness/harness-handler.ts';
import { notSupported, type Observation } from './observation.ts';
import type { CheckReport } from './report/report.ts';
import { describe, toVerdict } from './judge-cases.ts';

/** A store that watches the clients that call it. */
export interface Watch {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Stops, and judges the requests. */
  stop(cases: readonly ConformanceCase[], repeat: string): Promise<readonly CheckReport[]>;
}

/** A path before `/v1`: it shows a client that drops it, or writes it in lower case. */
const basePath = '/Deep/eR';

/** How many requests are kept, and how many bytes of them. */
const limits = { maxRequests: 100_000, maxRequestBytes: 67_108_864 };

/** How many pieces of what went over the wire are kept. */
const maxEvents = 1_000;

/** A target of the interface. A browser also asks for `/favicon.ico`. */
const interfaceTarget = /\/pets(?:[/?]|$)/;

const pets = [
  { id: 1, name: 'Mimi', categoryId: 2, status: 'available' },
  { id: 2, name: 'Rex', categoryId: 1 },
] as const;

/**
 * Starts a store that watches.
 *
 * @throws ListenFailure (the promise rejects) if it cannot listen
 */
export async function startWatch(host: string, port: number): Promise<Watch> {
  const apiKey = `key-${randomBytes(12).toString('hex')}`;
  const redact = createRedact([apiKey]);
  let misdirected: string | undefined;
  let violation: string | undefined;
  const events = createEventLog(maxEvents);
  const testStore = createTestStore({ pets, apiKeys: [apiKey], basePath, ...limits });
  const store = createTestStoreHandler(testStore);
  const handler = createHarnessHandler(
    (path) => (path.startsWith(`${basePath}/`) ? store : undefined),
    ({ method, target }) => {
      if (interfaceTarget.test(target)) misdirected ??= `${method} ${redact(target)}`;
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
      const watched = { requests: testStore.controls.requests(), misdirected, violation };
      return cases.map((each) => {
        const { kind, seen, also = [] } = judge(each, watched);
        const log = kind === 'mismatch' ? events.lines(redact) : [];
        return { ...describe(each, toVerdict(kind, each.level)), seen, alsoSeen: also, log, repeat };
      });
    },
  };
}

/**
 * Judges a case. All requests can show a mistake. Only requests with a valid key can show that the client is right, because the store
 * refused the other requests.
 */
function judge({ watch }: ConformanceCase, watched: WatchedTraffic): Observation {
  if (watch === undefined) return notSupported('serve cannot see this: use petstore-kit conformance run.');
  const observation = watch(watched);
  if (observation.kind !== 'pass') return observation;
  return watch({ ...watched, requests: watched.requests.filter(({ status }) => status !== 401) });
}
