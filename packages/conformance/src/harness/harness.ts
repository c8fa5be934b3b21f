import { unwrap, type PetStore } from '@petstore/core';
import { createRedact, splitTarget, type Redact, type OperationName } from '@petstore/http';
import { startServerWith } from '@petstore/http-node';
import { createSessions, type RecordedRequest, type Session, type ScriptStep } from '@petstore/testing';
import { randomBytes } from 'node:crypto';
import { createBarrier, type Barrier } from './barrier.ts';
import { createCaller, type ClientCallOptions } from './caller.ts';
import type { ConnectedClient } from '../adapter/connected-client.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { createHarnessHandler } from './harness-handler.ts';
import { describeResult } from '../judge.ts';
import { describeCall, describeResponse } from './describe-exchange.ts';
import { createObserver, type LastCall, type Observer } from './observer.ts';
import { createKeySearch, type KeySearch } from './key-search.ts';
import { EarlyObservation, notExercised } from '../observation.ts';
import type { CallArguments, ClientResult } from '../adapter/protocol.ts';
import { hasMissedScript, isOfSession, sessionsPath, type ServerName, type SessionStoreOptions } from './session.ts';
import { createViolations } from './violations.ts';

/** How to set up a session. */
export interface SessionOptions extends SessionStoreOptions {
  /** Whether the base address ends with a slash. */
  readonly trailingSlash?: boolean;
  /**
   * The key of the store. The other key is long, and has every kind of character of a bearer token (RFC 6750, section 2.1). `none`: the
   * client gets no key.
   */
  readonly key?: 'main' | 'other' | 'none';
  /** The server of the session. */
  readonly server?: ServerName;
}

/** How to call the client in a session. */
export interface SessionCallOptions extends ClientCallOptions {
  /** Whether a right client may answer without sending anything. */
  readonly maySendNothing?: boolean;
}

/** A pet store, and the client that is called with its base address. */
export interface CaseSession {
  readonly baseUrl: string;
  /** The path of `baseUrl`, without a slash at the end. */
  readonly basePath: string;
  readonly store: PetStore;
  /**
   * Calls the client with the base address.
   *
   * @throws EarlyObservation if the client cannot do it, hangs or crashes, or sends no such request
   */
  call(operation: OperationName, args?: CallArguments, options?: SessionCallOptions): Promise<ClientResult>;
  /** Returns how often an operation was called. The harness repeats a call if the request may have been lost. */
  countCalls(operation: OperationName): number;
  /** Returns the requests that arrived, the oldest first: all, or those of one operation. */
  requests(operation?: OperationName): readonly RecordedRequest[];
}

/** What a case works with. */
export interface Harness extends Observer {
  readonly capabilities: readonly string[];
  open(options?: SessionOptions): CaseSession;
  /** Calls the client with a base address that may belong to no session. */
  callAt(
    baseUrl: string,
    operation: OperationName,
    args?: CallArguments,
    options?: ClientCallOptions,
  ): Promise<ClientResult>;
  /**
   * Makes calls at once. Responses begin when a request of each has arrived. A client may also make one call after the other: then the
   * first request waits for 2 s, and the calls that follow in the case do not wait.
   */
  atOnce<T>(calls: readonly (() => Promise<T>)[]): Promise<readonly T[]>;
  /** Returns the methods and targets of the misdirected requests since the case began. */
  misdirected(): readonly string[];
  /** Returns how many of the connections that the client opened since the case began are still open. */
  openConnections(): number;
  /** Returns what the whole run has found of the key in messages and on stderr. */
  shownKeys(): ReturnType<KeySearch['found']>;
}

/** What the run needs of the harness. */
export interface HarnessControls extends Harness {
  /**
   * Begins a case, and ends the sessions of the case before.
   *
   * @returns the violations of the new case: a list that grows, also after the case
   */
  begin(): readonly string[];
  /** Whether the client sent a request of HTTP/1.0 since the case began. */
  isHttp10(): boolean;
  /** Whether the script of a session since the case began was not played. */
  hasMissed(): boolean;
  /** Returns what happened since the case began. */
  log(): readonly string[];
  /** Masks the keys. */
  readonly redact: Redact;
  /** Ends the client and the servers. Returns a sentence if the client did not end as the protocol demands. */
  close(): Promise<string | undefined>;
}

/** How long a request waits for those that are made at once, in milliseconds. */
const maxWait = 2_000;

/** How often the run makes a call if the client fails without sending anything. */
const maxTries = 4;

/**
 * Starts two servers on this machine, and makes the harness of a run.
 *
 * @param client the client, which the harness closes
 * @param events the log that the client writes its lines to
 * @param timeout how long the client may take for a call whose time does not matter, in milliseconds; 5,000 by default
 */
export async function openHarness(
  client: ConnectedClient,
  events: EventLog = createEventLog(),
  timeout?: number,
): Promise<HarnessControls> {
  const random = randomBytes(12).toString('hex');
  const keys = { main: `key-${random}`, other: `AZ.${random}_~+/${'k'.repeat(300)}==`, none: undefined };
  const redact = createRedact([keys.main, keys.other]);
  const keySearch = createKeySearch(redact, () => lastCall?.describe() ?? 'Before the first call');
  const caller = createCaller(client, events, keySearch, timeout);
  const violations = createViolations();
  let sessionCount = 0;
  const createId = () => String(++sessionCount);
  const sessions = {
    main: createSessions({ path: sessionsPath, createId, cors: false }),
    other: createSessions({ path: sessionsPath, createId, cors: false }),
  };
  /** The sessions since the case began, and their scripts. */
  let opened: { readonly session: Session; readonly address: string; readonly steps: readonly ScriptStep[] }[] = [];
  let isHttp10 = false;
  /** Holds back the requests of calls that are made at once. */
  let barrier: Barrier | undefined;
  /** The misdirected requests since the case began. A late one is for a session of an earlier case. */
  let misdirected: { readonly line: string; readonly isLate: boolean }[] = [];
  let lastCall: LastCall | undefined;
  const observer = createObserver(() => lastCall);
  /** Calls the client, and remembers what it was asked and answered. */
  const callAndRemember = async (
    apiKey: string | undefined,
    baseUrl: string,
    operation: OperationName,
    args: CallArguments = {},
    options: SessionCallOptions = {},
  ): Promise<ClientResult> => {
    const { session, steps = [] } = opened.find((each) => baseUrl.startsWith(each.address)) ?? {};
    const requests = () =>
      session?.testStore.controls.requests().filter((request) => request.operation === operation) ?? [];
    const countAll = () =>
      opened.reduce((sum, each) => sum + each.session.testStore.controls.requests().length, misdirected.length);
    const before = requests().length;
    const allBefore = countAll();
    const asked = `For ${describeCall(operation, args, options)}`;
    lastCall = {
      asked,
      describe() {
        if (session === undefined) return `${asked} at ${baseUrl}`;
        const first = requests()[before];
        if (first !== undefined) return `${asked} ${describeResponse(first, steps, before)}`;
        return countAll() === allBefore ? `${asked}, without a request` : asked;
      },
    };
    return caller.call(apiKey, baseUrl, operation, args, options);
  };
  const closeSessions = () => {
    sessions.main.closeAll();
    sessions.other.closeAll();
  };

  const start = (server: ServerName) => {
    const handler = createHarnessHandler(
      (path, { req: { method, httpVersion } }) => {
        const session = sessions[server].find(path);
        if (session === undefined) return undefined;
        isHttp10 ||= httpVersion === '1.0';
        // A client may send OPTIONS or HEAD first. Such a request is not judged, so the script has no step for the request.
        const isBeforehand = method === 'OPTIONS' || (method === 'HEAD' && !caller.isAskedForHead());
        if (isBeforehand) return session.testStore;
        const { handler } = session;
        if (barrier === undefined) return handler;
        const arrived = barrier.arrive();
        return { handle: (...exchange) => arrived.then(() => handler.handle(...exchange)) };
      },
      ({ method, target }) => {
        const { path } = splitTarget(target);
        const isOpen = sessions.main.find(path) !== undefined || sessions.other.find(path) !== undefined;
        misdirected.push({ line: `${method} ${redact(target)}`, isLate: isOfSession(target) && !isOpen });
      },
      (message, socket) => {
        violations.add(message, socket, lastCall?.asked);
      },
    );
    return unwrap(
      startServerWith(handler, { drainTimeout: 0 }, (socket) => {
        violations.watch(socket);
        events.watch(socket);
      }),
    );
  };
  const servers = { main: await start('main'), other: await start('other') };

  return {
    capabilities: client.hello.capabilities,
    ...observer,
    callAt: (...call) => callAndRemember(keys.main, ...call),
    async atOnce(calls) {
      if (barrier?.isLate() !== true) barrier = createBarrier(calls.length, maxWait);
      return Promise.all(calls.map((call) => call()));
    },
    open({ trailingSlash = false, key = 'main', server = 'main', pets, steps = [], prefix } = {}) {
      const session = sessions[server].open({
        apiKeys: [keys[key] ?? keys.main],
        pets,
        script: steps,
        basePath: prefix,
      });
      violations.addSession(`${sessionsPath}/${session.id}`);
      const { basePath } = session;
      const { controls } = session.testStore;
      const requests = (operation?: OperationName) =>
        controls.requests().filter((request) => operation === undefined || request.operation === operation);
      const called: OperationName[] = [];
      const address = `${servers[server].url.replace(/\/v1$/, basePath)}/v1`;
      const baseUrl = `${address}${trailingSlash ? '/' : ''}`;
      opened.push({ session, address, steps });
      return {
        baseUrl,
        basePath: `${basePath}/v1`,
        store: controls.store,
        requests,
        countCalls: (operation) => called.filter((each) => each === operation).length,
        async call(operation, args, callOptions = {}) {
          const before = requests(operation).length;
          const hasSent = () => requests(operation).length > before || callOptions.maySendNothing === true;
          const tryOnce = () => {
            called.push(operation);
            return callAndRemember(keys[key], baseUrl, operation, args, callOptions);
          };
          let result = await tryOnce();
          // Try again if the request was lost: the case before may have closed the connection, and on a busy machine a short timeout
          // may end before the client has sent anything.
          for (let tries = 1; tries < maxTries && !hasSent() && mayNotHaveSent(result); tries++) {
            result = await tryOnce();
          }
          if (hasSent()) return result;
          const seen = `The client sent no request of ${operation} to its address. ${describeResult(result)}`;
          throw new EarlyObservation(notExercised(seen));
        },
      };
    },
    misdirected() {
      // Ignore late requests to an old session, unless this case got none at all: then the client is stuck on the old address.
      const isReached = opened.some(({ session }) => session.testStore.controls.requests().length > 0);
      return misdirected.filter(({ isLate }) => !isLate || !isReached).map(({ line }) => line);
    },
    openConnections: () => events.openConnections(),
    shownKeys() {
      caller.readStderr();
      return keySearch.found();
    },
    begin() {
      closeSessions();
      opened = [];
      misdirected = [];
      isHttp10 = false;
      barrier = undefined;
      lastCall = undefined;
      events.clear();
      return violations.begin();
    },
    isHttp10: () => isHttp10,
    hasMissed: () => opened.some(({ session, steps }) => hasMissedScript(session, steps)),
    log: () => events.lines(redact),
    redact,
    async close() {
      closeSessions();
      const warning = await client.close();
      await Promise.all([servers.main.close(), servers.other.close()]);
      return warning;
    },
  };
}

/** Whether a call may have failed before the client sent anything. */
function mayNotHaveSent(result: ClientResult): boolean {
  return 'error' in result && (result.error.kind === 'transport' || result.error.kind === 'timeout');
}
