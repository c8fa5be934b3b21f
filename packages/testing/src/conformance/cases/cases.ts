import type { ConformanceCase } from '../conformance-case.ts';
import { decodingCases } from './decoding.ts';
import { deliveryCases } from './delivery.ts';
import { errorCases } from './errors.ts';
import { jobCases } from './job.ts';
import { readValueCases } from './read-values.ts';
import { repeatCases } from './repeats.ts';
import { sendingCases } from './sending.ts';
import { sentValueCases } from './sent-values.ts';

/** Every case, in the order of their numbers. */
export const cases: readonly ConformanceCase[] = [
  ...sendingCases,
  ...sentValueCases,
  ...readValueCases,
  ...decodingCases,
  ...errorCases,
  ...deliveryCases,
  ...repeatCases,
  ...jobCases,
].sort((one, other) => one.case - other.case);
