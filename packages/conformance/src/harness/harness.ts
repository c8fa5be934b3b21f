import { createPetStore, unwrap } from '@petstore/core';
import { createHandler, createRedact, splitTarget, type HttpRequest } from '@petstore/http';
import { startServerWith, type ConnectionHandler } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { createSessions } from '@petstore/testing';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ConnectedClient } from '../adapter/connected-client.ts';
import { createCaller, type Caller } from './caller.ts';
import type { EventLog } from './event-log.ts';
import type { ServerName } from './case-store.ts';
import { sessionsPath, Trial, type Run } from './trial.ts';

/** What a run works with. */
export type Harness = Awaited<ReturnType<typeof openHarness>>;

/**
 * Starts two servers on this machine, and makes the harness of a run.
 *
 * @param client the client, which the harness closes
 * @param events the log that the client writes its lines to
 * @param callers the callers of a run that has several harnesses: this one adds its own
 * @param timeout how long the client may take for a call whose time does not matter, in milliseconds; 5,000 by default
 */
export async function openHarness(client: ConnectedClient, events: EventLog, callers: Caller[] = [], timeout?: number) {
  const random = randomBytes(12).toString('hex');
  const keys = { main: `key-${random}`, other: `AZ.${random}_~+/${'k'.repeat(300)}==`, none: undefined };
  const redact = createRedact([keys.main, keys.other]);
  let trial: Trial | undefined;
  let sessionCount = 0;
  const createId = () => String(++sessionCount);
  const makeSessions = () => createSessions({ path: sessionsPath, createId, cors: false });
  const sessions = { main: makeSessions(), other: makeSessions() };
  const closeSessions = () => {
    sessions.main.closeAll();
    sessions.other.closeAll();
  };
  const start = (server: ServerName) => {
    const dispatcher = createDispatcher(
      (path, { req }) => trial?.findHandler(server, req, path),
      (request) => trial?.addMisdirected(request),
      (message) => trial?.addViolation(message),
    );
    return unwrap(startServerWith(dispatcher, { drainTimeout: 0 }, events.watch));
  };
  const servers = { main: await start('main'), other: await start('other') };
  const describeLastCall = () => trial?.facts().lastCall ?? 'Before the first call';
  const caller = createCaller(client, events, redact, describeLastCall, timeout);
  callers.push(caller);
  const run: Run = {
    capabilities: client.hello.capabilities,
    keys,
    redact,
    events,
    caller,
    callers,
    sessions,
    remembered: new Map(),
    origins: { main: new URL(servers.main.url).origin, other: new URL(servers.other.url).origin },
  };

  return {
    /** Masks the keys. */
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

/**
 * Makes a handler that passes each request to the store that it is for.
 *
 * @param findStore finds the store that the path of a request belongs to
 * @param onMisdirected is called for a request that belongs to no store. The request is answered as one without a valid key
 * @param onViolation is called for what is not valid HTTP. Such bytes are refused
 */
export function createDispatcher(
  findStore: (path: string, response: ServerResponse) => Pick<ConnectionHandler, 'handle'> | undefined,
  onMisdirected: (request: HttpRequest) => void,
  onViolation: (message: string) => void,
): ConnectionHandler {
  const withoutValidKey = createHandler({ store: createPetStore({ storage: createMemoryStorage() }) }); // nobody gets its key
  return {
    respondWithError(code, message, request) {
      // A client may open a connection for later: that it stays silent is no violation.
      if (code !== 'request_timeout') onViolation(message);
      return withoutValidKey.respondWithError(code, message, request);
    },
    handle(request, response) {
      const store = findStore(splitTarget(request.target).plainPath, response);
      if (store !== undefined) return store.handle(request, response);
      onMisdirected(request);
      return withoutValidKey.handle(request);
    },
  };
}
