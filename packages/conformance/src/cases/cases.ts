import type { ConformanceCase } from '../player/conformance-case.ts';
import { afterErrorCases } from './after-errors.ts';
import { apiKeyCases } from './api-key.ts';
import { cachingCases } from './caching.ts';
import { callsAtOnceCases } from './calls-at-once.ts';
import { connectionCases } from './connections.ts';
import { creationCases } from './creations.ts';
import { errorCases } from './errors.ts';
import { framingCases } from './framing.ts';
import { jsonCases } from './json.ts';
import { madeUpValueCases } from './made-up-values.ts';
import { negotiationCases } from './negotiation.ts';
import { readValueCases } from './read-values.ts';
import { redirectCases } from './redirects.ts';
import { repetitionCases } from './repetitions.ts';
import { requestBodyCases } from './request-bodies.ts';
import { requestTargetCases } from './request-targets.ts';
import { responseHeadCases } from './response-heads.ts';
import { retryCases } from './retries.ts';
import { timeLimitCases } from './time-limits.ts';

export const cases: readonly ConformanceCase[] = [
  ...afterErrorCases,
  ...apiKeyCases,
  ...cachingCases,
  ...callsAtOnceCases,
  ...connectionCases,
  ...creationCases,
  ...errorCases,
  ...framingCases,
  ...jsonCases,
  ...madeUpValueCases,
  ...negotiationCases,
  ...readValueCases,
  ...redirectCases,
  ...repetitionCases,
  ...requestBodyCases,
  ...requestTargetCases,
  ...responseHeadCases,
  ...retryCases,
  ...timeLimitCases,
].sort((one, other) => one.case - other.case);

export const caseNumbers: readonly number[] = cases.map((each) => each.case);

/** A case that calls every operation: only a client without any operation does not support this case. */
export const caseOfEveryOperation = 1;

const slowestCases = [32, 27, 26, 35, 39, 33, 80, 34, 65];

/** Puts the cases that take longest first, so that no long one begins last. */
export function slowestFirst(some: readonly ConformanceCase[]): ConformanceCase[] {
  const place = (each: ConformanceCase) => slowestCases.indexOf(each.case) + 1 || slowestCases.length + 1;
  return some.toSorted((one, other) => place(one) - place(other));
}
