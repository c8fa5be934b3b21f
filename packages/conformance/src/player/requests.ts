import { stringifyJson } from '@petstore/core';
import { type OperationName, redactedKey } from '@petstore/http';
import type { RecordedRequest } from '@petstore/testing';
import { isObject } from '../adapter/protocol.ts';
import type { CaseStore } from '../harness/case-store.ts';
import { mismatch, notExercised, type Observation, pass } from '../observation/observation.ts';

export interface Rule {
  /** Which requests the rule is about, in a few words. */
  readonly about: string;
  readonly appliesTo: (request: RecordedRequest) => boolean;
  /** Returns a sentence if a request breaks the rule. */
  readonly findMismatch: (request: RecordedRequest) => string | undefined;
}

export function judgeRequests(
  { about, appliesTo, findMismatch }: Rule,
  requests: readonly RecordedRequest[],
): Observation {
  const judged = requests.filter(appliesTo);
  for (const request of judged) {
    const seen = findMismatch(request);
    if (seen !== undefined) return mismatch(seen);
  }
  if (judged.length === 0) return notExercised(`The client sent no ${about}.`);
  return pass(`The client sent ${judged.length} such request${judged.length === 1 ? '' : 's'}, without a mistake.`);
}

/** Returns the body of a creation, decoded; `undefined` if it is not an object. */
export function readCreation({ json }: RecordedRequest): Readonly<Record<string, unknown>> | undefined {
  return isObject(json) ? json : undefined;
}

/** Writes a value of a request for a sentence. */
export function show(value: unknown): string {
  return value === undefined ? 'nothing' : stringifyJson(value);
}

/** Whether a text of a recorded request has the key: records have `***` in its place. */
export function isRedacted(text: string): boolean {
  return text.includes(redactedKey);
}

export function hasKey({ path, query, body, headers }: RecordedRequest): boolean {
  return isRedacted(`${path}?${query}${body}`) || Object.values(headers).some(isRedacted);
}

/** Counts the requests with the key or those without, whichever are more: a client may send each without its key first. */
export function countSent(store: CaseStore, operation: OperationName): number {
  const requests = store.requests(operation);
  const withKey = requests.filter(hasKey).length;
  return Math.max(withKey, requests.length - withKey);
}

/** Judges whether a client sent an operation once for each call: the harness repeats a call if its request may have been lost. */
export function judgeSentOnce(store: CaseStore, operation: OperationName): Observation {
  const repeated = countSent(store, operation) - store.countCalls(operation);
  return repeated > 0 ? mismatch(`It sent the request ${repeated + 1} times.`) : pass('It sent the request once.');
}
