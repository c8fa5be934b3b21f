import type { NewPet } from '@petstore/core';
import type { RecordedRequest } from '@petstore/testing';
import type { Socket } from 'node:net';
import type { Capability, CallResult } from '../adapter/protocol.ts';
import type { CallOptions, CaseResponse, ClientCall } from '../harness/calls.ts';
import type { CaseStore, StoreSetup } from '../harness/case-store.ts';
import type { Trial } from '../harness/trial.ts';
import type { Observation } from '../observation/observation.ts';

/** How binding a case is: a MUST or a SHOULD of an RFC or of the interface document, or information only. */
export type Level = 'must' | 'should' | 'info';

/** What a case is about, for people. */
export interface CaseDescription {
  /** Its number; it never changes. */
  readonly case: number;
  /** What a right client does, in a few words. */
  readonly name: string;
  readonly level: Level;
  /** The source: an RFC with its section, or a part of the interface document. */
  readonly reference: string;
  /** Why it matters, in one or two sentences. */
  readonly why: string;
  /** What a right client does with what it is sent, in one or two sentences. */
  readonly expected: string;
}

/** One thing that a right client does, and how to find out whether this client does it. */
export interface ConformanceCase extends CaseDescription {
  /** What the client must be able to do. A client that does not declare it is not judged. */
  readonly needs?: Capability;
  /** Whether the responses of the case use what HTTP/1.0 does not have: chunks (RFC 9112, section 6.1) or a 1xx (RFC 9110, section 15.2). */
  readonly needsHttp11?: boolean;
  /** Whether the case judges how the client reads JSON. A client that returns the body as it is reads none. */
  readonly isAboutJson?: boolean;
  /** Whether the case judges by the clock. On a machine that is overloaded, nothing can be said of the client. */
  readonly isTimed?: boolean;
  /** Whether the case comes after all others: it judges the whole run, or a client may hand its responses to a later case. */
  readonly isLast?: boolean;
  /** Whether the client does what the case is about at all. Only if this passes, the case is played. */
  readonly requires?: (trial: Trial) => Promise<Observation>;
  readonly rows?: readonly Row[];
  /** What a table cannot say: calls the client, and judges its requests and its results. Runs after the table. */
  readonly observe?: (trial: Trial) => Promise<Observation>;
}

export interface Exchange {
  readonly call: ClientCall;
  /** The response to every request of the call. By default, that of the pet store. */
  readonly response?: CaseResponse | ((elsewhere: Pick<CaseStore, 'baseUrl' | 'basePath'>) => CaseResponse);
  /** A pet that the store gets before the call, without the client. */
  readonly meanwhile?: NewPet;
  /** By default, nothing: the call prepares the next one. */
  readonly expect?: Expectation;
  readonly options?: Omit<CallOptions, 'response'>;
}

/** Calls on one store, in their order. The first that is not as expected, or that cannot be judged, decides and ends the dialogue. */
export interface Dialogue {
  /** The store; by default, one that has only the pet Rex. */
  readonly store?: StoreSetup;
  /** A second store, which no call is made to: a response may lead the client there. */
  readonly elsewhere?: StoreSetup;
  readonly calls: readonly Exchange[];
}

/** A row of the table of a case: a dialogue, or one exchange with its stores. */
export type Row = Dialogue | (Exchange & Omit<Dialogue, 'calls'>);

export interface Expectation {
  /** Whether a client that always fails meets it. If so, the player first checks that the client reads a plain response. */
  readonly isMetByFailing?: boolean;
  /** The status of the plain error with which the client's error is compared. */
  readonly plainErrorOf?: number;
  readonly judge: (played: PlayedExchange) => Observation | Promise<Observation>;
}

export interface PlayedExchange {
  readonly call: ClientCall;
  readonly result: CallResult;
  /** The requests of the call that arrived at its store, the oldest first. */
  readonly sent: readonly RecordedRequest[];
  /** The methods and targets of the requests of the call that were for no store. */
  readonly misdirected: readonly string[];
  readonly store: CaseStore;
  readonly elsewhere: CaseStore;
  /** The connection of the last request. */
  readonly connection: Socket | undefined;
  /** What the client makes of the plain Error body with the status that the expectation names. */
  readonly plainError?: CallResult;
}
