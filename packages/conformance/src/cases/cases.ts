import type { ConformanceCase } from '../conformance-case.ts';
import { addressingCases } from './addressing.ts';
import { afterErrorCases } from './after-errors.ts';
import { decodingCases } from './decoding.ts';
import { deliveryCases } from './delivery.ts';
import { errorCases } from './errors.ts';
import { jobCases } from './job.ts';
import { headerFieldCases } from './header-fields.ts';
import { madeUpValueCases } from './made-up-values.ts';
import { readValueCases } from './read-values.ts';
import { repeatCases } from './repeats.ts';
import { sendingCases } from './sending.ts';
import { sentValueCases } from './sent-values.ts';
import { statusLineCases } from './status-lines.ts';

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
  ...addressingCases,
  ...afterErrorCases,
  ...statusLineCases,
  ...madeUpValueCases,
  ...headerFieldCases,
].sort((one, other) => one.case - other.case);
