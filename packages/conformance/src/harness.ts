import { unwrap, type Pet, type PetStore } from '@petstore/core';
import { createHandler, createRedact, type Redact } from '@petstore/http';
import { startServerWith, type NodeHandler } from '@petstore/http-node';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { needsReusedConnection } from '@petstore/testing';
import type { RecordedRequest } from '@petstore/testing';
import { createNodeHandler } from '@petstore/testing';
import type { ScriptStep } from '@petstore/testing';
import { createTestStore, type TestStore } from '@petstore/testing';
import { describeResult } from './judge.ts';
import { deviation, Ended, harnessError, notExercised, notSupported } from './finding.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import type { ClientAnswer } from './connected-client.ts';
import type { CallArguments, ProtocolOperation } from './protocol.ts';
import { createHarnessHandler } from './harness-handler.ts';
import type { Testee } from './testee.ts';
import { createViolations } from './violations.ts';

/** How to set up a session. */
export interface SessionOptions {
  /** The pets of its store; none by default. */
  readonly pets?: readonly Pet[];
  /** How it answers; what no step covers is answered as the store does. */
  readonly steps?: readonly Step[];
  /** What stands in the path before `/v1`, such as `/deep/er`. */
  readonly prefix?: string;
  /** Whether the base address ends with a slash. */
  readonly trailingSlash?: boolean;
  /** The key that opens it. The other one is long, and has every kind of character that a bearer token may have (RFC 6750, section 2.1). */
  readonly key?: 'main' | 'other';
  /** The server that it is on: the other one is another origin, on another port. */
  readonly server?: ServerName;
}

type ServerName = 'main' | 'other';

/** A step of a script. */
export type Step = ScriptStep;

/** How to call the client. */
export interface CallOptions {
  /** How long the client may take, in milliseconds; {@link usualTimeout} by default. */
  readonly timeoutMs?: number;
  readonly method?: 'HEAD';
  /** Whether a right client may answer without sending anything. */
  readonly maySendNothing?: boolean;
}

/** A store of its own, which a client is called with. */
export interface Session {
  readonly baseUrl: string;
  /** The path of `baseUrl`, without a slash at its end. */
  readonly basePath: string;
  /**
   * Calls the client.
   *
   * @throws Ended if the client cannot do it, hangs or crashes, or sends no such request
   */
  call(operation: ProtocolOperation, args?: CallArguments, options?: CallOptions): Promise<ClientAnswer>;
  /** The store behind it. */
  readonly store: PetStore;
  /** Returns the requests that arrived, the oldest first: all, or those of one operation. */
  requests(operation?: ProtocolOperation): readonly RecordedRequest[];
}

/** The store and the client of a run, as a case uses them. */
export interface Harness {
  readonly capabilities: readonly string[];
  open(options?: SessionOptions): Session;
  /** Calls the client with an address that is no session's. */
  callAt(
    baseUrl: string,
    operation: ProtocolOperation,
    args?: CallArguments,
    options?: CallOptions,
  ): Promise<ClientAnswer>;
  /** Returns the methods and targets of the requests outside every session, since the case began. */
  strays(): readonly string[];
  /** Returns how many of the connections that the client opened since the case began are still open. */
  openConnections(): number;
  /** Of the texts of the whole run that an application would show, returns those with the key, masked, and the number of all. */
  shownKeys(): { readonly withKey: readonly string[]; readonly texts: number };
}

/** What the run does with the harness. */
export interface HarnessControls extends Harness {
  /**
   * Begins a case: ends and forgets what the case before left. Returns what the client sends for it that is not valid HTTP: a list
   * that grows, also after the case.
   */
  begin(): readonly string[];
  /** Whether the client sent a request of HTTP/1.0, since the case began. */
  isOfHttp10(): boolean;
  /** Whether the run did not answer as it meant to: a request came for a script, and took none of its steps. */
  hasMissed(): boolean;
  /** Returns what happened since the case began. */
  log(): readonly string[];
  /** Masks the key. */
  readonly redact: Redact;
  /** Ends the client and the servers. Returns a sentence if the client did not end as it has to. */
  close(): Promise<string | undefined>;
}

interface OpenSession extends TestStore {
  readonly handler: NodeHandler;
  readonly server: ServerName;
  readonly steps: readonly Step[];
}

/** How long a client may take for a call if time does not matter, in milliseconds. */
export const usualTimeout = 5_000;

/** How much longer the run waits for an answer than the client may take, in milliseconds. */
const extraTime = 3_000;

/**
 * Starts two servers on this machine, and makes the harness of a run.
 *
 * @param testee the client, which the harness closes
 * @param events where the testee writes its lines
 */
export async function openHarness(testee: Testee, events: EventLog = createEventLog()): Promise<HarnessControls> {
  const random = randomBytes(12).toString('hex');
  const keys = { main: `key-${random}`, other: `AZ.${random}_~+/${'k'.repeat(300)}==` };
  const redact = createRedact(Object.values(keys));
  const sessions = new Map<string, OpenSession>();
  const violations = createViolations();
  const shown = new Set<string>();
  let texts = 0;
  let lastSession = 0;
  let strays: { readonly line: string; readonly isOld: boolean }[] = [];
  let isOfHttp10 = false;
  /** Whether the client was asked for a HEAD. */
  let asksForHead = false;

  const start = (server: ServerName) => {
    const handler = createHarnessHandler(
      (path) => {
        const session = sessions.get(sessionIn(path) ?? '');
        return session?.server === server ? session.handler : undefined;
      },
      ({ method, target }) => {
        const named = sessionIn(target);
        strays.push({ line: `${method} ${redact(target)}`, isOld: named !== undefined && !sessions.has(named) });
      },
      violations.add,
    );
    const watch = (socket: Socket) => {
      violations.watch(socket);
      events.watch(socket);
    };
    return unwrap(startServerWith(handler, { drainTimeout: 0 }, watch));
  };
  const servers = { main: await start('main'), other: await start('other') };

  /** Looks for the key in a text that an application would show. */
  const look = (text: string) => {
    if (text === '') return;
    texts += 1;
    if (redact(text) !== text) shown.add(redact(text));
  };
  const takeStderr = () => {
    const text = testee.takeStderr();
    for (const line of text.split('\n')) if (line !== '') events.add(`stderr  | ${line}`);
    look(text);
  };

  const callWith = async (
    apiKey: string,
    ...[baseUrl, operation, args = {}, options = {}]: Parameters<Harness['callAt']>
  ): Promise<ClientAnswer> => {
    const { timeoutMs = usualTimeout, method } = options;
    asksForHead = method === 'HEAD';
    const request = { operation, ...(method && { method }), baseUrl, apiKey, timeoutMs, arguments: args };
    const outcome = await testee.call(request, timeoutMs + extraTime);
    takeStderr();
    switch (outcome.kind) {
      case 'ok':
        return { ok: outcome.value };
      case 'silent':
      case 'exited':
        throw new Ended(deviation(outcome.seen));
      case 'broken':
        throw new Ended(harnessError(outcome.seen));
      case 'error':
        look(outcome.error.message ?? '');
        if (outcome.error.kind === 'unsupported') throw new Ended(notSupported(`The client cannot do ${operation}.`));
        return { error: outcome.error };
    }
  };

  return {
    capabilities: testee.hello.capabilities,
    callAt: (...call) => callWith(keys.main, ...call),
    open({ pets = [], steps = [], prefix = '', trailingSlash = false, key = 'main', server = 'main' } = {}) {
      const id = `/s/${++lastSession}`;
      violations.own(id);
      const basePath = `${id}${prefix}`;
      const testStore = createTestStore({ pets, apiKeys: [keys[key]], script: steps, basePath, cors: false });
      const scripted = createNodeHandler(testStore);
      const plain = createHandler({ store: testStore.controls.store, apiKeys: [keys[key]], basePath, cors: false });
      const handler: NodeHandler = {
        replyWithError: (...args) => scripted.replyWithError(...args),
        handle(request, response) {
          isOfHttp10 ||= response.req.httpVersion === '1.0';
          // A client may send OPTIONS or HEAD before what it was asked for. It must not meet the script then, and is not judged.
          const isBeforehand = request.method === 'OPTIONS' || (request.method === 'HEAD' && !asksForHead);
          return isBeforehand ? plain.handle(request) : scripted.handle(request, response);
        },
      };
      sessions.set(id, { ...testStore, handler, server, steps });
      const baseUrl = `${servers[server].url.replace(/\/v1$/, basePath)}/v1${trailingSlash ? '/' : ''}`;
      const requests: Session['requests'] = (operation) =>
        testStore.controls.requests().filter((request) => operation === undefined || request.operation === operation);
      return {
        baseUrl,
        basePath: `${basePath}/v1`,
        store: testStore.controls.store,
        requests,
        async call(operation, args, options = {}) {
          const before = requests(operation).length;
          const hasSent = () => requests(operation).length > before || options.maySendNothing === true;
          let result = await callWith(keys[key], baseUrl, operation, args, options);
          // The end of the case before may have closed the connection on which the client sent this request. On a busy machine, a
          // short timeout may end before the client has sent anything.
          for (let tries = 1; tries < 4 && !hasSent() && mayNotHaveSent(result); tries++) {
            result = await callWith(keys[key], baseUrl, operation, args, options);
          }
          if (!hasSent()) {
            const seen = `The client sent no request of ${operation} to its address. ${describeResult(result)}`;
            throw new Ended(notExercised(seen));
          }
          return result;
        },
      };
    },
    strays() {
      // The request of an earlier case is only late, unless the client reaches none of this case: then it clings to an old address.
      const isReached = [...sessions.values()].some(({ controls }) => controls.requests().length > 0);
      return strays.filter(({ isOld }) => !isOld || !isReached).map(({ line }) => line);
    },
    openConnections: () => events.openConnections(),
    shownKeys() {
      takeStderr();
      return { withKey: [...shown], texts };
    },
    begin() {
      for (const session of sessions.values()) session.stop();
      sessions.clear();
      strays = [];
      isOfHttp10 = false;
      events.clear();
      return violations.begin();
    },
    isOfHttp10: () => isOfHttp10,
    hasMissed: () => [...sessions.values()].some(hasMissed),
    log: () => events.lines(redact),
    redact,
    async close() {
      for (const session of sessions.values()) session.stop();
      const warning = await testee.close();
      await Promise.all([servers.main.close(), servers.other.close()]);
      return warning;
    },
  };
}

/** Whether a call may have failed before the client sent anything. */
function mayNotHaveSent(result: ClientAnswer): boolean {
  return 'error' in result && (result.error.kind === 'transport' || result.error.kind === 'timeout');
}

/** Returns the session that a path names. */
function sessionIn(path: string): string | undefined {
  return /^\/s\/\d+(?=\/)/.exec(path)?.[0];
}

/** Whether a request came for a script and took no step. On a fresh connection, it may miss a fault of reused ones. */
function hasMissed(session: OpenSession): boolean {
  const requests = session.controls.requests();
  const isMet = session.steps.some(
    ({ operation, fault }) =>
      !needsReusedConnection(fault) && requests.some((request) => request.operation === operation),
  );
  return isMet && session.stepsTaken() === 0;
}
