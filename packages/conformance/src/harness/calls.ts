import { stringifyJson } from '@petstore/core';
import type { OperationName } from '@petstore/http';
import { needsReusedConnection, type RecordedRequest, type ScriptStep } from '@petstore/testing';
import type { CallArguments, CallResult } from '../adapter/protocol.ts';
import { excerpt } from '../observation/text.ts';

export type ClientCall = readonly [operation: OperationName, args: CallArguments];

/** A response of the server: a step of a script, for any operation. */
export interface CaseResponse extends Omit<ScriptStep, 'operation'> {
  /** How many requests of a call get it; by default, all. */
  readonly times?: number;
  /** Changes the bytes of the response on their way, from the head on. A refusal stays as it is. */
  readonly rewrite?: (response: string) => string;
  /** What a report says of the response, such as `503 with Retry-After: 0 and an Error body`. */
  readonly description: string;
}

export interface CallOptions {
  /** How long the client may take, in milliseconds. By default, as long as the caller says. */
  readonly timeoutMs?: number;
  /** The least that the default is, in milliseconds: for a call that is slow on a busy machine. */
  readonly minTimeoutMs?: number;
  readonly method?: 'HEAD';
  /** The response to the requests of the call; by default, that of the pet store. */
  readonly response?: CaseResponse | undefined;
  /** Whether a right client may answer without sending anything. */
  readonly maySendNothing?: boolean;
}

/** A call with the key and the base address that it is made with. */
export interface AddressedCall {
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  readonly operation: OperationName;
  readonly args: CallArguments;
  readonly options: CallOptions;
  /** Returns the first request of the call, once it has arrived; absent for an address that belongs to no store. */
  readonly findFirstRequest?: () => RecordedRequest | undefined;
}

const max = { args: 80, response: 191 };

/** Describes a call, such as `listPets {"limit":"5"}`. */
export function describeCall([operation, args]: ClientCall, { method, timeoutMs }: CallOptions = {}): string {
  return [
    method === undefined ? operation : `${method} of ${operation}`,
    Object.keys(args).length === 0 ? '' : excerpt(stringifyJson(args), max.args),
    timeoutMs === undefined ? '' : `within ${timeoutMs} ms`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Describes what a request of a call was answered. A fault of reused connections does not meet a request on a new connection. */
export function describeAnswer({ status, faults }: RecordedRequest, response: CaseResponse | undefined): string {
  const isMet = response !== undefined && (!needsReusedConnection(response.fault) || faults.length > 0);
  return `answered ${isMet ? excerpt(response.description, max.response) : (status ?? 'nothing')}`;
}

export function describeResult(result: CallResult): string {
  if ('ok' in result) return `It returned ${stringifyJson(result.ok)}.`;
  const { kind, ...others } = result.error;
  if (kind === 'decode' && result.body !== undefined)
    return `It returned ${excerpt(Buffer.from(result.body).toString(), max.response)}.`;
  return `It failed with ${kind}${Object.keys(others).length === 0 ? '' : ` ${stringifyJson(others)}`}.`;
}
