import { withTimeout } from '@petstore/core';
import { splitTarget, type HttpRequest, type OperationName, type Redact } from '@petstore/http';
import { clearTimeout, setTimeout, type ConnectionHandler } from '@petstore/http-node';
import type { OpenSessions } from '@petstore/testing';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readResponse, type CallArguments, type CallResult } from '../adapter/protocol.ts';
import { combine, inContext, mismatch, observe, type Observation } from '../observation/observation.ts';
import type { Caller } from './caller.ts';
import { describeAnswer, describeCall, type CallOptions } from './calls.ts';
import { CaseStore, type CallTarget, type ServerName, type StoreSetup } from './case-store.ts';
import type { EventLog } from './event-log.ts';

export const sessionsPath = '/s';

/** What all cases of a harness share. */
export interface RunContext {
  readonly capabilities: readonly string[];
  readonly keys: { readonly main: string; readonly other: string; readonly none: undefined };
  readonly redact: Redact;
  readonly events: EventLog;
  readonly caller: Caller;
  /** The callers of all harnesses of the run. */
  readonly callers: readonly Caller[];
  /** What the client made of plain responses. */
  readonly remembered: Map<string, CallResult>;
  readonly servers: Readonly<Record<ServerName, { sessions: OpenSessions; origin: string }>>;
}

/** How long a request waits for those that are made at once, in milliseconds. */
const maxWait = 2_000;

interface Facts {
  /** What the client first sent that is not valid HTTP. */
  violation?: Observation;
  isHttp10: boolean;
  /** Whether the client answered with a response: the run has read its JSON. */
  hasReturnedResponse: boolean;
  /** The connection of the last request. */
  connection?: Socket;
}

/** One case, from its beginning to its end: its stores, its calls of the client, and what the client sent. */
export class Trial {
  readonly #facts: Facts = { isHttp10: false, hasReturnedResponse: false };
  /** The last call of the client. `describe` also tells the response. */
  #lastCall: { readonly asked: string; readonly describe: () => string; readonly options: CallOptions } | undefined;
  /** How many requests have arrived, the misdirected ones too. */
  #arrived = 0;
  #barrier: Barrier | undefined;
  /** The misdirected requests. A late one is for a store of an earlier case. */
  readonly #misdirected: { readonly line: string; readonly isLate: boolean }[] = [];

  constructor(readonly run: RunContext) {}

  facts(): Readonly<Facts> & { readonly lastCall: string | undefined } {
    return { ...this.#facts, lastCall: this.#lastCall?.describe() };
  }

  open(setup: StoreSetup = {}): CaseStore {
    const { pets, prefix, key = 'main', server = 'main' } = setup;
    const { keys, servers } = this.run;
    const { sessions, origin } = servers[server];
    const session = sessions.open({ apiKeys: [keys[key] ?? keys.main], pets, basePath: prefix });
    return new CaseStore(session, origin, setup, (...call) => this.#call(keys[key], ...call));
  }

  /** Calls the client once, with a base address that belongs to no store. */
  callAt(baseUrl: string, operation: OperationName, args?: CallArguments, options?: CallOptions): Promise<CallResult> {
    return this.#call(this.run.keys.main, { baseUrl }, operation, args, options);
  }

  /** Responses begin when a request of each call has arrived. A client that sends one after the other costs 2 s, once. */
  async atOnce<T>(calls: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
    if (this.#barrier?.isLate() !== true) this.#barrier = createBarrier(calls.length);
    return Promise.all(calls.map((call) => call()));
  }

  /** Observes the subjects in turn, each in the context of its last call, up to the first mismatch: that is the finding of the case. */
  async observeEach<T>(subjects: readonly T[], make: (subject: T) => Promise<Observation>): Promise<Observation> {
    const observations: Observation[] = [];
    for (const subject of subjects) {
      const observation = await observe(() => make(subject));
      const { lastCall } = this.facts();
      observations.push(lastCall === undefined ? observation : inContext(lastCall, observation));
      if (observation.kind === 'harness_error' || observation.kind === 'mismatch') break;
    }
    return combine(observations);
  }

  observeInTurn(...parts: readonly (() => Promise<Observation>)[]): Promise<Observation> {
    return this.observeEach(parts, (part) => part());
  }

  /** Returns the methods and targets of the misdirected requests. */
  misdirected(): readonly string[] {
    // Ignore late requests to an old store, unless this case got none at all: then the client is stuck on the old address.
    const isReached = this.#arrived > this.#misdirected.length;
    return this.#misdirected.filter(({ isLate }) => !isLate || !isReached).map(({ line }) => line);
  }

  /** Notes a request that has arrived. Returns what answers it; `undefined` if the request is for no store. */
  receive(
    server: ServerName,
    { method, httpVersion, socket }: IncomingMessage,
    path: string,
  ): Pick<ConnectionHandler, 'handle'> | undefined {
    const session = this.run.servers[server].sessions.find(path);
    if (session === undefined) return undefined;
    this.#facts.isHttp10 ||= httpVersion === '1.0';
    // A client may send OPTIONS or HEAD first. Such a request is not judged, so the script has no step for the request.
    const isBeforehand = method === 'OPTIONS' || (method === 'HEAD' && this.#lastCall?.options.method !== 'HEAD');
    if (isBeforehand) return { handle: (request) => session.testStore.handlePlainly(request) };
    this.#arrived += 1;
    this.#facts.connection = socket;
    const rewrite = this.#lastCall?.options.response?.rewrite;
    if (rewrite !== undefined) rewriteResponse(socket, rewrite);
    const { handler } = session;
    const arrived = this.#barrier?.arrive();
    return arrived === undefined
      ? handler
      : { handle: (...exchange) => arrived.then(() => handler.handle(...exchange)) };
  }

  addMisdirected({ method, target }: HttpRequest): void {
    const { plainPath } = splitTarget(target);
    const isOpen = Object.values(this.run.servers).some(({ sessions }) => sessions.find(plainPath) !== undefined);
    const line = `${method} ${this.run.redact(target)}`;
    this.#arrived += 1;
    this.#misdirected.push({ line, isLate: /^\/s\/\d+\//.test(target) && !isOpen });
  }

  /** Notes what is not valid HTTP, with what the client was asked last. */
  addViolation(message: string): void {
    const violation = mismatch(`The client sent what is not valid HTTP, and was refused: ${message}`);
    this.#facts.violation ??= this.#lastCall === undefined ? violation : inContext(this.#lastCall.asked, violation);
  }

  async #call(
    apiKey: string | undefined,
    { baseUrl, findFirstRequest }: CallTarget,
    operation: OperationName,
    args: CallArguments = {},
    options: CallOptions = {},
  ): Promise<CallResult> {
    const arrivedBefore = this.#arrived;
    const asked = `For ${describeCall([operation, args], options)}`;
    const describe = () => {
      if (findFirstRequest === undefined) return `${asked} at ${baseUrl}`;
      const first = findFirstRequest();
      if (first !== undefined) return `${asked} ${describeAnswer(first, options.response)}`;
      return this.#arrived === arrivedBefore ? `${asked}, without a request` : asked;
    };
    this.#lastCall = { asked, describe, options };
    const result = await this.run.caller.call(apiKey, baseUrl, operation, args, options);
    if (!('response' in result)) return result;
    this.#facts.hasReturnedResponse = true;
    return readResponse(operation, result.response, options.method);
  }
}

/** Changes the next success that is written to a connection: node:http writes a whole response at once. */
function rewriteResponse(socket: Socket, rewrite: (response: string) => string): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...[response, ...others]: unknown[]) => {
    const text = String(response);
    if (!text.startsWith('HTTP/1.1 1')) socket.write = write;
    return write(text.startsWith('HTTP/1.1 2') ? rewrite(text) : response, ...others);
  };
}

/** Holds requests back until enough of them have arrived. */
type Barrier = ReturnType<typeof createBarrier>;

function createBarrier(count: number) {
  let arrived = 0;
  let isLate = false;
  let open: (isOpen: true) => void;
  const opened = new Promise<true>((resolve) => (open = resolve));
  return {
    /** Resolves when enough requests have arrived, this one included, or when this one has waited for too long. */
    async arrive() {
      arrived += 1;
      if (arrived === count) open(true);
      isLate ||= (await withTimeout(opened, maxWait, { clearTimeout, setTimeout })) !== true;
    },
    isLate: () => isLate,
  };
}
