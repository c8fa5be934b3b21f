import type { ConformanceCase } from '../player/conformance-case.ts';
import { afterErrorCases } from './after-errors.ts';
import { apiKeyCases } from './api-key.ts';
import { baseAddressCases } from './base-address.ts';
import { cachingCases } from './caching.ts';
import { callsAtOnceCases } from './calls-at-once.ts';
import { connectionCases } from './connections.ts';
import { creationCases } from './creations.ts';
import { errorCases } from './errors.ts';
import { framingCases } from './framing.ts';
import { headerFieldCases } from './header-fields.ts';
import { jsonCases } from './json.ts';
import { madeUpValueCases } from './made-up-values.ts';
import { negotiationCases } from './negotiation.ts';
import { petIdCases } from './pet-ids.ts';
import { queryCases } from './queries.ts';
import { readStatusCases } from './read-status.ts';
import { readValueCases } from './read-values.ts';
import { redirectCases } from './redirects.ts';
import { repetitionCases } from './repetitions.ts';
import { requestBodyCases } from './request-bodies.ts';
import { retryCases } from './retries.ts';
import { retryAfterCases } from './retry-after.ts';
import { roundTripCases } from './round-trip.ts';
import { statusLineCases } from './status-lines.ts';
import { timeLimitCases } from './time-limits.ts';

/** Every case, in the order of their numbers. */
export const cases: readonly ConformanceCase[] = [
  ...afterErrorCases,
  ...apiKeyCases,
  ...baseAddressCases,
  ...cachingCases,
  ...callsAtOnceCases,
  ...connectionCases,
  ...creationCases,
  ...errorCases,
  ...framingCases,
  ...headerFieldCases,
  ...jsonCases,
  ...madeUpValueCases,
  ...negotiationCases,
  ...petIdCases,
  ...queryCases,
  ...readStatusCases,
  ...readValueCases,
  ...redirectCases,
  ...repetitionCases,
  ...requestBodyCases,
  ...retryCases,
  ...retryAfterCases,
  ...roundTripCases,
  ...statusLineCases,
  ...timeLimitCases,
].sort((one, other) => one.case - other.case);

/** The numbers of all cases. */
export const caseNumbers: readonly number[] = cases.map((each) => each.case);
