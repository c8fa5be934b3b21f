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

/** Every case, in the order of their numbers. */
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

/** The numbers of all cases. */
export const caseNumbers: readonly number[] = cases.map((each) => each.case);
