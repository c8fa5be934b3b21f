import { stringifyJson } from '@petstore/core';
import type { RecordedRequest } from '@petstore/testing';
import { deviation, notExercised, pass, type Finding } from './finding.ts';

/** A rule for the requests of a client, which does not look at its results. */
export interface Rule {
  /** Which requests it is about, in a few words. */
  readonly about: string;
  readonly appliesTo: (request: RecordedRequest) => boolean;
  /** Returns a sentence if a request deviates. */
  readonly deviationOf: (request: RecordedRequest) => string | undefined;
}

/** Judges requests by a rule. */
export function judgeRequests({ about, appliesTo, deviationOf }: Rule, requests: readonly RecordedRequest[]): Finding {
  const looked = requests.filter(appliesTo);
  for (const request of looked) {
    const seen = deviationOf(request);
    if (seen !== undefined) return deviation(seen);
  }
  if (looked.length === 0) return notExercised(`The client sent no ${about}.`);
  return pass(`The client sent ${looked.length} such request${looked.length === 1 ? '' : 's'}, without a mistake.`);
}

/** The body of a creation, decoded; `undefined` if it is not an object. */
export function creationOf({ json }: RecordedRequest): Readonly<Record<string, unknown>> | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Record<string, unknown>)
    : undefined;
}

/** Shows a value of a request. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : stringifyJson(value);
}
