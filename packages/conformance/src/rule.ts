import { stringifyJson } from '@petstore/core';
import type { RecordedRequest } from '@petstore/testing';
import { mismatch, notExercised, pass, type Observation } from './observation.ts';

/** A rule for the requests of a client. */
export interface Rule {
  /** Which requests the rule is about, in a few words. */
  readonly about: string;
  readonly appliesTo: (request: RecordedRequest) => boolean;
  /** Returns a sentence if a request breaks the rule. */
  readonly findMismatch: (request: RecordedRequest) => string | undefined;
}

/** Judges requests by a rule. */
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
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Record<string, unknown>)
    : undefined;
}

/** Writes a value of a request for a sentence. */
export function show(value: unknown): string {
  return value === undefined ? 'nothing' : stringifyJson(value);
}
