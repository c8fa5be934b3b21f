import { stringifyJson } from '@petstore/core';
import type { RecordedRequest } from '@petstore/testing';
import { begin, combine, mismatch, notExercised, pass, type Observation } from './observation.ts';

/** A rule for the requests of a client. A client that is only watched can be judged by a rule, which needs no results of calls. */
export interface Rule {
  /** Which requests the rule is about, in a few words. */
  readonly about: string;
  readonly appliesTo: (request: RecordedRequest) => boolean;
  /** Returns a sentence if a request breaks the rule. */
  readonly findMismatch: (request: RecordedRequest) => string | undefined;
}

/**
 * Judges requests by a rule.
 *
 * @param describe describes a request that breaks the rule; absent if a call already stands before the finding
 */
export function judgeRequests(
  { about, appliesTo, findMismatch }: Rule,
  requests: readonly RecordedRequest[],
  describe?: (request: RecordedRequest) => string,
): Observation {
  const judged = requests.filter(appliesTo);
  const mismatches = judged.flatMap((request) => {
    const seen = findMismatch(request);
    if (seen === undefined) return [];
    return [describe === undefined ? mismatch(seen) : begin(describe(request), mismatch(seen))];
  });
  if (mismatches.length > 0) return combine(mismatches);
  if (judged.length === 0) return notExercised(`The client sent no ${about}.`);
  return pass(`The client sent ${judged.length} such request${judged.length === 1 ? '' : 's'}, without a mistake.`);
}

/** Judges the requests of a watched client by a rule. */
export function watchBy(rule: Rule): (watched: { readonly requests: readonly RecordedRequest[] }) => Observation {
  return ({ requests }) =>
    judgeRequests(
      rule,
      requests,
      ({ method, path, query, status = 'nothing' }) =>
        `For ${method} ${path}${query && `?${query}`} answered ${status}`,
    );
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
