import type { OperationName } from '@petstore/http';
import type { ScriptStep } from '@petstore/testing';
import type { CallArguments, ClientResult } from '../adapter/protocol.ts';
import type { ClientCallOptions } from '../harness/caller.ts';
import type { CaseSession } from '../harness/harness.ts';
import type { Observation } from '../observation.ts';

/** An operation and its arguments. */
export type ClientCall = readonly [operation: OperationName, args: CallArguments];

/** A response of the server: a step of a script, for any operation and any number of requests. */
export type CaseResponse = Omit<ScriptStep, 'operation' | 'times'>;

/** A row of the table of a case: the call, the response, and what is expected of the client. */
export interface Exchange {
  readonly call: ClientCall;
  /** The response to every request of the call. By default, the response of a pet store that has only the pet Rex. */
  readonly response?: CaseResponse;
  readonly expect: Expectation;
  /** How to call the client. */
  readonly options?: ClientCallOptions;
}

/** What is expected of the client in an exchange. */
export interface Expectation {
  /**
   * Whether a client that fails for every response meets the expectation. If so, the player first checks that the client reads a
   * plain response of the operation.
   */
  readonly isMetByFailing?: boolean;
  /** The status of the plain error with which the client's error is compared. */
  readonly plainErrorOf?: number;
  readonly judge: (played: PlayedExchange) => Observation;
}

/** What a client did in an exchange. */
export interface PlayedExchange {
  readonly call: ClientCall;
  readonly result: ClientResult;
  readonly session: CaseSession;
  /** What the client makes of the plain Error body with the status that the expectation names. */
  readonly plainError?: ClientResult;
}
