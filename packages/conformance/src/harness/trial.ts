import { splitTarget, type HttpRequest, type Redact } from '@petstore/http';
import type { OpenSessions } from '@petstore/testing';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readResponse, type CallResult } from '../adapter/protocol.ts';
import { combine, inContext, mismatch, observe, type Observation } from '../observation/observation.ts';
import { createBarrier, type Barrier } from './barrier.ts';
import type { Caller } from './caller.ts';
import { describeAnswer, describeCall, type AddressedCall, type CallOptions, type ClientCall } from './calls.ts';
import { CaseStore, type ServerName, type StoreSetup } from './case-store.ts';
import type { EventLog } from './event-log.ts';
import { rewriteResponse } from './rewrite-response.ts';

export const sessionsPath = '/s';

/** The path of a session that is or was open. */
const sessionPathPattern = new RegExp(`^${sessionsPath}/\\d+/`);

/** What all cases of a harness share. */
export interface RunContext {
  readonly capabilities: readonly string[];
  readonly keys: { readonly main: string; readonly other: string; readonly none: undefined };
  readonly redact: Redact;
  readonly events: EventLog;
  readonly caller: Caller;
  /** What the client made of plain responses. */
  readonly remembered: Map<string, CallResult>;
  readonly servers: Readonly<Record<ServerName, { sessions: OpenSessions; origin: string }>>;
}

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
  #lastCall: (AddressedCall & { readonly arrivedBefore: number }) | undefined;
  /** How many requests have arrived, the misdirected ones too. */
  #arrived = 0;
  #barrier: Barrier | undefined;
  /** The misdirected requests. A late one is for a store of an earlier case. */
  readonly #misdirected: { readonly line: string; readonly isLate: boolean }[] = [];

  /** @param callers the callers of all harnesses of the run */
  constructor(
    readonly run: RunContext,
    readonly callers: readonly Caller[],
  ) {}

  facts(): Readonly<Facts> {
    return { ...this.#facts };
  }

  open(setup: StoreSetup = {}): CaseStore {
    const { pets, prefix, key = 'main', server = 'main' } = setup;
    const { keys, servers } = this.run;
    const { sessions, origin } = servers[server];
    const session = sessions.open({ apiKeys: [keys[key] ?? keys.main], pets, basePath: prefix });
    return new CaseStore(session, origin, setup, keys[key], (call) => this.#call(call));
  }

  /** Calls the client once, with a base address that belongs to no store. */
  callAt(baseUrl: string, [operation, args]: ClientCall, options: CallOptions = {}): Promise<CallResult> {
    return this.#call({ apiKey: this.run.keys.main, baseUrl, operation, args, options });
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
      const lastCall = this.describeLastCall();
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

  /** Whether a client sent a request ahead of the one that it was asked for: OPTIONS, or HEAD before another method. */
  isAhead({ method }: IncomingMessage): boolean {
    return method === 'OPTIONS' || (method === 'HEAD' && this.#lastCall?.options.method !== 'HEAD');
  }

  /** Adds a request to a store of the case. Resolves once the request may be answered. */
  async addRequest({ httpVersion, socket }: IncomingMessage): Promise<void> {
    this.#arrived += 1;
    this.#facts.isHttp10 ||= httpVersion === '1.0';
    this.#facts.connection = socket;
    const rewrite = this.#lastCall?.options.response?.rewrite;
    if (rewrite !== undefined) rewriteResponse(socket, rewrite);
    await this.#barrier?.arrive();
  }

  addMisdirected({ method, target }: HttpRequest): void {
    const { plainPath } = splitTarget(target);
    const isOpen = Object.values(this.run.servers).some(({ sessions }) => sessions.find(plainPath) !== undefined);
    const line = `${method} ${this.run.redact(target)}`;
    this.#arrived += 1;
    this.#misdirected.push({ line, isLate: sessionPathPattern.test(target) && !isOpen });
  }

  /** Adds what is not valid HTTP, with what the client was asked last. */
  addViolation(message: string): void {
    const violation = mismatch(`The client sent what is not valid HTTP, and was refused: ${message}`);
    this.#facts.violation ??=
      this.#lastCall === undefined ? violation : inContext(describeAsked(this.#lastCall), violation);
  }

  async #call(call: AddressedCall): Promise<CallResult> {
    this.#lastCall = { ...call, arrivedBefore: this.#arrived };
    const result = await this.run.caller.call(call);
    if (!('response' in result)) return result;
    this.#facts.hasReturnedResponse = true;
    return readResponse(call.operation, result.response, call.options.method);
  }

  /** Describes what the client was asked last, and what it has been answered since. */
  describeLastCall(): string | undefined {
    if (this.#lastCall === undefined) return undefined;
    const { baseUrl, options, findFirstRequest, arrivedBefore } = this.#lastCall;
    const asked = describeAsked(this.#lastCall);
    if (findFirstRequest === undefined) return `${asked} at ${baseUrl}`;
    const first = findFirstRequest();
    if (first !== undefined) return `${asked} ${describeAnswer(first, options.response)}`;
    return this.#arrived === arrivedBefore ? `${asked}, without a request` : asked;
  }
}

function describeAsked({ operation, args, options }: AddressedCall): string {
  return `For ${describeCall([operation, args], options)}`;
}
