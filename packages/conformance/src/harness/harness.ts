import { createPetStore, unwrap } from '@petstore/core';
import { createHandler, createRedact, splitTarget } from '@petstore/http';
import { startServerWith, type ConnectionHandler } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { createSessions, type OpenSessions } from '@petstore/testing';
import { randomBytes } from 'node:crypto';
import type { ConnectedClient } from '../adapter/connected-client.ts';
import { createCaller, type Caller } from './caller.ts';
import type { EventLog } from './event-log.ts';
import { sessionsPath, Trial, type RunContext } from './trial.ts';

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/**
 * Starts two servers on this machine, and makes the harness of a run. The harness closes the client.
 *
 * @param timeout how long the client may take for a call, for tests with many clients in one process; by default, as the caller says
 */
export async function openHarness(client: ConnectedClient, events: EventLog, timeout?: number) {
  const random = randomBytes(12).toString('hex');
  const keys = { main: `key-${random}`, other: `AZ.${random}_~+/${'k'.repeat(300)}==`, none: undefined };
  const redact = createRedact([keys.main, keys.other]);
  let trial: Trial | undefined;
  let sessionCount = 0;
  const createId = () => String(++sessionCount);
  const start = async () => {
    const sessions = createSessions({ path: sessionsPath, createId, cors: false });
    const dispatcher = createDispatcher(sessions, () => trial);
    const server = await unwrap(startServerWith(dispatcher, { drainTimeout: 0 }, events.watch));
    return { sessions, origin: new URL(server.url).origin, close: () => server.close() };
  };
  const servers = { main: await start(), other: await start() };
  const closeSessions = () => {
    for (const { sessions } of Object.values(servers)) sessions.closeAll();
  };
  const describeLastCall = () => trial?.describeLastCall() ?? 'Before the first call';
  const caller = createCaller(client, events, redact, describeLastCall, timeout);
  const run: RunContext = {
    capabilities: client.capabilities,
    keys,
    redact,
    events,
    caller,
    servers,
    remembered: new Map(),
  };

  return {
    redact,
    caller,
    /**
     * Begins a case, and ends the stores of the case before.
     *
     * @param callers the callers of all harnesses of the run; by default, that of this one
     */
    begin(callers: readonly Caller[] = [caller]) {
      closeSessions();
      if (trial !== undefined) events.clear(); // the first log has the start of the adapter, too
      trial = new Trial(run, callers);
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
  sessions: Pick<OpenSessions, 'find'>,
  findTrial: () => Trial | undefined,
): ConnectionHandler {
  const withoutValidKey = createHandler({ store: createPetStore({ storage: createMemoryStorage() }) }); // nobody gets its key
  return {
    respondWithError(code, message, request) {
      // A client may open a connection for later: that it stays silent is no violation.
      if (code !== 'request_timeout') findTrial()?.addViolation(message);
      return withoutValidKey.respondWithError(code, message, request);
    },
    async handle(request, response) {
      const trial = findTrial();
      const session = sessions.find(splitTarget(request.target).plainPath);
      if (trial === undefined || session === undefined) {
        trial?.addMisdirected(request);
        return withoutValidKey.handle(request);
      }
      // The script has no step for a request ahead, and the case does not judge it.
      if (trial.isAhead(response.req)) return session.testStore.handlePlainly(request);
      await trial.addRequest(response.req);
      return session.handler.handle(request, response);
    },
  };
}
