import { createPetStore, unwrap } from '@petstore/core';
import { createHandler, createRedact, splitTarget } from '@petstore/http';
import { startServerWith, type ConnectionHandler } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { createSessions } from '@petstore/testing';
import { randomBytes } from 'node:crypto';
import type { ConnectedClient } from '../adapter/connected-client.ts';
import { createCaller, type Caller } from './caller.ts';
import type { EventLog } from './event-log.ts';
import type { ServerName } from './case-store.ts';
import { sessionsPath, Trial, type RunContext } from './trial.ts';

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/**
 * Starts two servers on this machine, and makes the harness of a run. The harness closes the client.
 *
 * @param callers the callers of a run that has several harnesses: this one adds its own
 * @param timeout how long the client may take for a call, for tests with many clients in one process; by default, as the caller says
 */
export async function openHarness(client: ConnectedClient, events: EventLog, callers: Caller[] = [], timeout?: number) {
  const random = randomBytes(12).toString('hex');
  const keys = { main: `key-${random}`, other: `AZ.${random}_~+/${'k'.repeat(300)}==`, none: undefined };
  const redact = createRedact([keys.main, keys.other]);
  let trial: Trial | undefined;
  let sessionCount = 0;
  const createId = () => String(++sessionCount);
  const start = async (name: ServerName) => {
    const dispatcher = createDispatcher(name, () => trial);
    const server = await unwrap(startServerWith(dispatcher, { drainTimeout: 0 }, events.watch));
    const sessions = createSessions({ path: sessionsPath, createId, cors: false });
    return { sessions, origin: new URL(server.url).origin, close: () => server.close() };
  };
  const servers = { main: await start('main'), other: await start('other') };
  const closeSessions = () => {
    for (const { sessions } of Object.values(servers)) sessions.closeAll();
  };
  const describeLastCall = () => trial?.facts().lastCall ?? 'Before the first call';
  const caller = createCaller(client, events, redact, describeLastCall, timeout);
  callers.push(caller);
  const run: RunContext = {
    capabilities: client.capabilities,
    keys,
    redact,
    events,
    caller,
    callers,
    servers,
    remembered: new Map(),
  };

  return {
    redact,
    /** Begins a case, and ends the stores of the case before. */
    begin() {
      closeSessions();
      if (trial !== undefined) events.clear(); // the first log has the start of the adapter, too
      trial = new Trial(run);
      return trial;
    },
    /** Ends the client and the servers. Returns a sentence if the client did not end as the protocol demands. */
    async close() {
      closeSessions();
      const warning = await client.close();
      await Promise.all([servers.main.close(), servers.other.close()]);
      return warning;
    },
  };
}

/** Makes a handler that passes each request to the store that it is for. A misdirected one is answered as one without a valid key. */
export function createDispatcher(
  server: ServerName,
  findTrial: () => Pick<Trial, 'receive' | 'addMisdirected' | 'addViolation'> | undefined,
): ConnectionHandler {
  const withoutValidKey = createHandler({ store: createPetStore({ storage: createMemoryStorage() }) }); // nobody gets its key
  return {
    respondWithError(code, message, request) {
      // A client may open a connection for later: that it stays silent is no violation.
      if (code !== 'request_timeout') findTrial()?.addViolation(message);
      return withoutValidKey.respondWithError(code, message, request);
    },
    handle(request, response) {
      const trial = findTrial();
      const store = trial?.receive(server, response.req, splitTarget(request.target).plainPath);
      if (store !== undefined) return store.handle(request, response);
      trial?.addMisdirected(request);
      return withoutValidKey.handle(request);
    },
  };
}
