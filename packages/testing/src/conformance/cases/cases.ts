import type { ConformanceCase } from '../conformance-case.ts';
import { decodingCases } from './decoding.ts';
import { deliveryCases } from './delivery.ts';
import { errorCases } from './errors.ts';
import { repeatCases } from './repeats.ts';
import { sendingCases } from './sending.ts';

/** Every case, in the order of their numbers. */
export const cases: readonly ConformanceCase[] = [
  ...sendingCases,
  ...decodingCases,
  ...errorCases,
  ...deliveryCases,
  ...repeatCases,
].sort((one, other) => one.case - other.case);
